// npm run examples [address]: records the responses shown in the API reference into docs/examples.json, from an
// installation with the sample content of `npm run seed`. It creates, changes and deletes data, so use a disposable
// installation.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { recordChats } from "./examples/chats.mjs";
import { recordInstallation } from "./examples/installation.mjs";
import { recordLibrary } from "./examples/library.mjs";
import { recordPeople } from "./examples/people.mjs";
import { createRecorder } from "./examples/recorder.mjs";
import { createApi } from "./seed/api.mjs";
import { PASSWORD, people } from "./seed/people.mjs";

const FILE = join(import.meta.dirname, "..", "docs", "examples.json");
const address = (process.argv[2] ?? `http://localhost:${process.env.PORT ?? 3000}`).replace(/\/+$/, "");
const [{ email }] = people;

const { access_token } = await createApi(address).form("/auth/login", {
  username: email,
  password: PASSWORD,
});
const [session] = await createApi(address, access_token).post("/auth/login/group", []);
const ada = createApi(address, session.access_token);
const recording = createRecorder(
  address,
  await createApi(address).get("/openapi.json"),
  session.access_token,
);

const indexByName = (list, name) => Object.fromEntries(list.map((item) => [name(item), item]));
const members = await ada.get(`/groups/${session.group.id}/members`);
const chats = indexByName(
  await ada.get("/chats?page_size=100&show_chats_in_workspace=true"),
  ({ name }) => name,
);
const ids = {
  email,
  group: session.group.id,
  users: Object.fromEntries(
    people.map(({ key, email }) => [key, members.find((member) => member.email === email)?.id]),
  ),
  chats,
  publicChat: chats["Ask Harbor Bikes"],
  collections: Object.fromEntries((await ada.get("/collections")).map(({ name, id }) => [name, id])),
  assistants: Object.fromEntries(
    (await ada.get("/virtual-assistants")).map(({ mention_name, id }) => [mention_name, id]),
  ),
};

for (const part of [recordPeople, recordChats, recordLibrary, recordInstallation]) await part(recording, ids);
await recording.recordError("getMe", { as: null });
await recording.recordError("getChat", { path: { chat_id: 1_000_000 } });
await recording.recordError("createChat", { json: { name: 7, page_type: "poster" } });
await recording.recordHeaders("listChats", { query: { page_size: 2 } });

await writeFile(FILE, `${JSON.stringify(recording.recorded(), null, 1)}\n`);
for (const line of recording.refused) console.warn(line);
console.log(`Without an example: ${recording.missing().join(", ")}.`);
