import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

// Client-chosen UUIDs make creation idempotent.
const server = await startServer();
const [ada, eve] = [await person(server.url, "Ada Example"), await person(server.url, "Eve Elsewhere")];
const count = async () => (await ada.api.get("/chats?page_size=100")).body.length;

test("repeated and simultaneous requests with one UUID create one chat", async () => {
  const before = await count();
  const uuid = randomUUID();
  const body = { requested_uuid: uuid.toUpperCase(), name: "Once", mention_name: "once" };
  const first = await ada.api.post("/chats", body);
  expect(first.body).toMatchObject({ uuid, name: "Once" });
  const second = await ada.api.post("/chats", { ...body, name: "Twice" });
  expect(second.status).toBe(200);
  expect(second.body).toMatchObject({ id: first.body.id, name: "Once" });
  const other = { requested_uuid: randomUUID() };
  const answers = await Promise.all(Array.from({ length: 5 }, () => ada.api.post("/chats", other)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await count()).toBe(before + 2);
});

test("the UUID of a foreign chat is refused without revealing the chat", async () => {
  const { uuid } = (await eve.api.post("/chats", { name: "Hers" })).body;
  const { status, body } = await ada.api.post("/chats", { requested_uuid: uuid });
  expect(status).toBe(422);
  expect(body.detail).toMatchObject([{ loc: ["body", "requested_uuid"], msg: "This UUID is in use." }]);
  expect((await eve.api.get(`/chats/${uuid}`)).body.name).toBe("Hers");
});

test.each([
  ["nil", "00000000-0000-0000-0000-000000000000"],
  ["max", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  ["version 1", "c232ab00-9414-11ec-b3c8-9f6bdeced846"],
  ["version 7", "01890a5d-ac96-774b-bcce-b302099a8057"],
  ["of another variant", "aace9040-1cf3-4e31-c2ed-2aa28b10fabb"],
  ["in braces", "{aace9040-1cf3-4e31-b2ed-2aa28b10fabb}"],
  ["no UUID", "mine"],
])("a UUID that is %s is refused for a new chat", async (_, requested_uuid) => {
  expect((await ada.api.post("/chats", { requested_uuid })).status).toBe(422);
});

test("a chat from a task gets its files once, although the request is repeated", async () => {
  const chat = (await ada.api.post("/chats", { name: "Onboarding" })).body;
  const files = [new File(["hello"], "plan.txt")];
  await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello", files });
  const { task_id } = (await ada.api.post(`/chats/${chat.id}/save-as-task`)).body;
  const body = { requested_uuid: randomUUID() };
  const at = `/chats?copy_from_task_id=${task_id}`;
  const made = await ada.api.post(at, body);
  expect((await ada.api.post(at, body)).body.id).toBe(made.body.id);
  expect((await ada.api.get(`/chats/${made.body.id}`)).body.documents_count).toBe(1);
});
