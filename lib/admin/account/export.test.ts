import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { colleague, removeFromChat } from "@/test/colleague";
import { startServer } from "@/test/server";

const server = await startServer();
const folder = mkdtempSync(join(tmpdir(), "parley-export-"));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

type Person = Pick<Awaited<ReturnType<typeof person>>, "api">;
const fetched = ({ api }: Person, signal?: AbortSignal) =>
  fetch(`${server.url}/api/v1/users/me/export`, { headers: { authorization: api.authorization! }, signal });

// Unpacks the export with an independent implementation.
async function unpacked(who: Person): Promise<Record<string, string>> {
  const answer = await fetched(who);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="parley-[\d-]+\.zip"$/);
  const to = mkdtempSync(join(folder, "one-"));
  writeFileSync(join(to, "export.zip"), Buffer.from(await answer.arrayBuffer()));
  execFileSync("unzip", ["-q", "export.zip", "-d", "all"], { cwd: to });
  const files = readdirSync(join(to, "all"), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(join(to, "all/").length), readFileSync(path, "utf8")];
    }),
  );
}
const chatIn = (files: Record<string, string>, id: number) =>
  JSON.parse(files[Object.keys(files).find((name) => name.startsWith(`chats/${id} `))!]!);

test("an export holds the account, its groups, its chats with their messages, and its files", async () => {
  const ada = await person(server.url);
  const bob = await colleague(server.url, ada.group, "Bob");
  const plain = { virtual_assistant_id: null };
  const own = (await ada.api.post("/chats", { name: "../../Own: 1/2", ...plain })).body;
  const shared = (await bob.api.post("/chats", { name: "Shared", member_user_ids: [ada.user.id], ...plain }))
    .body;
  const left = (await bob.api.post("/chats", { name: "Left", member_user_ids: [ada.user.id], ...plain }))
    .body;
  const foreign = (await bob.api.post("/chats", { name: "Bob's", ...plain })).body;
  const say = (api: Person["api"], chat: { id: number }, text: string, files: File[] = []) =>
    api.multipart(`/chats/${chat.id}/messages`, { message_input: text, is_sync: "true", files });
  await say(ada.api, own, "Mine 😀", [new File(["my notes"], "notes.txt")]);
  await say(bob.api, shared, "From Bob", [new File(["Bob's notes"], "bob.txt")]);
  await say(ada.api, shared, "From Ada");
  await say(bob.api, left, "Before she left");
  await say(bob.api, foreign, "Secret of Bob");
  await removeFromChat(left, ada.user.id);

  await ada.api.post("/users/me/memories", { text: "Lived in Basel" });
  await ada.api.del("/users/me/memories");
  await ada.api.post("/users/me/memories", { text: "Lives in Bern" });
  const files = await unpacked(ada);
  const account = JSON.parse(files["account.json"]!);
  expect(account.account).toMatchObject({ email: ada.email, has_password: true });
  expect(account.groups).toEqual([
    {
      ...ada.group,
      memories: ["Lives in Bern"],
      instructions: { about: "", style: "", enabled: true },
      mention_name: null,
      favorite_models: [],
      joined_at: expect.any(String),
    },
  ]);
  expect(account.sessions).toHaveLength(1);
  expect(chatIn(files, own.id)).toMatchObject({
    name: "../../Own: 1/2",
    my_role: "owner",
    group: { name: ada.group.name },
    messages: [{ message: "Mine 😀", from: ada.user.full_name, from_user_id: ada.user.id }],
  });
  expect(chatIn(files, shared.id).messages.map(({ message }: { message: string }) => message)).toEqual([
    "From Bob",
    "From Ada",
  ]);
  const uploads = Object.entries(files).filter(([name]) => name.startsWith("files/"));
  expect(uploads).toEqual([[expect.stringMatching(/^files\/\d+ notes\.txt$/), "my notes"]]);
  const all = JSON.stringify(files);
  for (const other of ["Secret of Bob", "Before she left", "Bob's notes"]) expect(all).not.toContain(other);
  for (const secret of ["argon2", "refreshHash", "refresh_hash", ada.refreshToken])
    expect(all).not.toContain(secret);
});

test("an export holds one's own ratings of replies, and no others", async () => {
  const ada = await person(server.url);
  const bob = await colleague(server.url, ada.group, "Bob");
  const chat = (await ada.api.post("/chats", { member_user_ids: [bob.user.id] })).body;
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
  const path = `/chats/${chat.id}/messages/${sent.body.responses[0].id}/rating`;
  const rating = { is_good: false, reason: "style", comment: "Too stiff" };
  await ada.api.put(path, rating);
  await bob.api.put(path, { is_good: true });
  const [question, reply] = chatIn(await unpacked(ada), chat.id).messages;
  expect(question.my_rating).toBeNull();
  expect(reply.my_rating).toEqual(rating);
});

test("an export holds all messages of a long chat, in order", async () => {
  const ada = await person(server.url);
  const chat = (await ada.api.post("/chats", { name: "Long", virtual_assistant_id: null })).body;
  await db().execute(`insert into messages (chat_id, user_type, text, from_user_id)
    select ${chat.id}, 'user', 'Message ' || n, ${ada.user.id} from generate_series(1, 1000) n`);
  const { messages } = chatIn(await unpacked(ada), chat.id);
  expect(messages.map(({ message }: { message: string }) => message)).toEqual(
    Array.from({ length: 1000 }, (_, n) => `Message ${n + 1}`),
  );
});

test("an export leaves out missing files and survives a client that disconnects", async () => {
  const ada = await person(server.url);
  const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
  for (const name of ["kept.txt", "lost.txt"]) {
    const files = [new File([`This is ${name}`], name)];
    await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: name, is_sync: "true", files });
  }
  const [lost] = await db().execute<{ key: string }>(
    `select storage_key as key from documents where file_name = 'lost.txt'`,
  );
  rmSync(join(process.env.DATA_DIR!, "files", lost!.key.slice(0, 2), lost!.key));
  const stop = new AbortController();
  await fetched(ada, stop.signal);
  stop.abort();
  const names = Object.keys(await unpacked(ada)).filter((name) => name.startsWith("files/"));
  expect(names).toEqual([expect.stringContaining("kept.txt")]);
});
