import { expect, test } from "vitest";
import { isEmbedded } from "@/db/client";
import { meters } from "@/lib/platform/telemetry/meters";
import { person } from "@/test/client";
import { query } from "@/test/query";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel({ INDEX_AFTER_MS: "3600000" });
const ada = await person(server.url, "Ada Example");

type MessageSent = {
  status: number;
  body: { user_message_id: number; responses: { message: string }[] | null };
};

const createChat = async () => (await ada.api.post("/chats", { name: "Plans" })).body as { id: number };
const send = (id: number, message_input: string): Promise<MessageSent> =>
  ada.api.multipart(`/chats/${id}/messages`, { message_input, is_sync: "true" });
const getPrompt = () => JSON.stringify(model.requests.at(-1)!.messages);
const listTexts = async (id: number) =>
  (await query`select text from messages where chat_id = ${id} and user_type = 'user' order by id`).map(
    ({ text }) => text,
  );

// A message after another one of the same person is stored with what the process remembers of the chat. Changes by SQL
// stand for those of another process.
async function createWrittenChat() {
  const { id } = await createChat();
  for (const text of ["one", "two"]) expect((await send(id, text)).status).toBe(200);
  return id;
}

test("settings that another process changed apply to the next message", async () => {
  const id = await createWrittenChat();
  await query`update chats set instructions = 'Answer in verse.', canvas = 'A shopping list' where id = ${id}`;
  expect((await send(id, "three")).status).toBe(200);
  expect(getPrompt()).toContain("Answer in verse.");
  await query`update chats set instructions = 'Answer in prose.' where id = ${id}`;
  await send(id, "four");
  expect(getPrompt()).toContain("Answer in prose.");
  expect(getPrompt()).not.toContain("Answer in verse.");
  expect(await listTexts(id)).toEqual(["one", "two", "three", "four"]);
});

test("settings that are changed through the API apply to the next message", async () => {
  const id = await createWrittenChat();
  await ada.api.put(`/chats/${id}/instructions`, { instructions: "Answer in rhymes." });
  await send(id, "three");
  expect(getPrompt()).toContain("Answer in rhymes.");
});

test("a person whose membership was removed can't write", async () => {
  const id = await createWrittenChat();
  const asked = model.requests.length;
  await query`delete from chat_members where chat_id = ${id}`;
  expect((await send(id, "three")).status).toBe(404);
  expect(await listTexts(id)).toEqual(["one", "two"]);
  expect(model.requests.length).toBe(asked);
});

test("a deleted assistant doesn't reply to the next message", async () => {
  const { body: helper } = await ada.api.post("/virtual-assistants", { name: "Helper" });
  const { body: chat } = await ada.api.post("/chats", { name: "Plans", virtual_assistant_id: helper.id });
  await send(chat.id, "one");
  await send(chat.id, "two");
  await query`delete from virtual_assistants where id = ${helper.id}`;
  const sent = await send(chat.id, "three");
  expect(sent.status).toBe(200);
  expect(sent.body.responses ?? []).toEqual([]);
});

test("edited messages are in the next prompt as they are now", async () => {
  const id = await createWrittenChat();
  await query`update messages set text = 'a better question' where chat_id = ${id} and text = 'one'`;
  await send(id, "three");
  expect(getPrompt()).toContain("a better question");
});

test("messages sent while the chat changes are all stored, each with a reply", async () => {
  const id = await createWrittenChat();
  const texts = Array.from({ length: 12 }, (_, n) => `message ${n}`);
  const renamed = texts.map((text) => ada.api.put(`/chats/${id}/name`, { name: `About ${text}` }));
  const sent = await Promise.all(texts.map((text) => send(id, text)));
  await Promise.all(renamed);
  expect(sent.map(({ status }) => status)).toEqual(texts.map(() => 200));
  expect(sent.every(({ body }) => body.responses?.length === 1)).toBe(true);
  expect(new Set((await listTexts(id)).slice(2))).toEqual(new Set(texts));
});

// On PostgreSQL, batched notifications to other processes add a varying number of statements.
test.runIf(isEmbedded())(
  "the next message to a private chat takes no statement to read the chat",
  async () => {
    const { body: group } = await ada.api.post("/chats", { name: "Plans", chat_type: "group" });
    const written = await createWrittenChat();
    // Takes the minimum of several messages, because background work adds statements.
    const countStatements = async (id: number) => {
      const counts: number[] = [];
      for (let n = 0; n < 8; n++) {
        const before = meters.statements.total();
        await send(id, "Hello there");
        counts.push(meters.statements.total() - before);
      }
      return Math.min(...counts);
    };
    await expect
      .poll(async () => (await countStatements(group.id)) - (await countStatements(written)), {
        timeout: 60_000,
      })
      .toBe(1);
  },
);
