import { beforeEach, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));

const ada = await person(server.url, "Ada Example");
const mia = await colleague(server.url, ada.group, "Mia Member");
const { api } = ada;
type Chat = { id: number; uuid: string };
const newChat = async (body: object = {}): Promise<Chat> =>
  // Search would find the replaced messages.
  (await api.post("/chats", { search_in_chat: false, ...body })).body;
const ask = async (chat: Chat, message_input: string) =>
  (await api.multipart(`/chats/${chat.id}/messages`, { message_input })).body;
const getContext = async (chat: Chat) => (await api.get(`/chats/${chat.uuid}/context`)).body;
const compact = (chat: Chat) => api.post(`/chats/${chat.id}/compaction`);
const undo = (chat: Chat) => api.del(`/chats/${chat.id}/compaction`);
const isCompacted = (chat: Chat) =>
  expect
    .poll(() => getContext(chat))
    .toMatchObject({ compaction: null, summary: { text: expect.any(String) } });
const lastRequest = () => JSON.stringify(model.requests.at(-1));

async function createTalk() {
  const chat = await newChat();
  await ask(chat, "The launch is in June.");
  await ask(chat, "The budget is 12 gold.");
  const last = await ask(chat, "Nobody objects.");
  return { chat, last };
}
async function createCompacted() {
  const talk = await createTalk();
  await compact(talk.chat);
  await isCompacted(talk.chat);
  return talk;
}

test("the context of a chat says what its next message sends, in tokens", async () => {
  const chat = await newChat({ memo: "m".repeat(4_000) });
  const empty = await getContext(chat);
  expect(empty).toMatchObject({
    next_message: { parts: { messages: 0, summary: 0, answer: 4_000 }, has_left_out: false },
    summary: null,
    compaction: null,
    compactable_messages: 0,
  });
  expect(empty.next_message.parts.notes).toBeGreaterThanOrEqual(1_000);
  await ask(chat, "x".repeat(8_000));
  const { next_message: next, usage } = await getContext(chat);
  expect(next.parts.messages).toBeGreaterThanOrEqual(2_000);
  const sum = Object.values<number>(next.parts).reduce((total, tokens) => total + tokens, 0);
  expect(next.used_tokens).toBe(sum);
  expect(usage.input_tokens).toBeGreaterThan(0);
  expect(usage.cost).toBeNull();
});

test("the context counts a file of an earlier message", async () => {
  const chat = await newChat();
  const files = [new File(["word ".repeat(2_000)], "notes.txt", { type: "text/plain" })];
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: "Look", files });
  expect((await getContext(chat)).next_message.parts.files).toBeGreaterThanOrEqual(2_000);
});

test("what a chat has cost is told to those who may see its usage", async () => {
  const chat = await newChat({ member_user_ids: [mia.user.id] });
  await ask(chat, "hello");
  const { model: used } = (await getContext(chat)).next_message;
  await api.put("/usage/prices", { prices: [{ model: used.id, input: 100_000, output: 0 }] });
  const { usage } = await getContext(chat);
  expect(usage.cost).toBeCloseTo(usage.input_tokens / 10);
  await api.put("/usage/prices", { prices: [] });
  const theirs = (await mia.api.get(`/chats/${chat.uuid}/context`)).body;
  expect(theirs).toMatchObject({ usage: null, compactable_messages: 0 });
  expect(theirs.next_message.parts.messages).toBeGreaterThan(0);
});

test("messages that don't fit into the window of a small model are left out", async () => {
  const chat = await newChat();
  await ask(chat, `swordfish ${"x".repeat(20_000)}`);
  const { id } = (await getContext(chat)).next_message.model;
  await api.put("/models/settings", { model: id, context_length: 8_000 });
  const { next_message: next } = await getContext(chat);
  expect(next).toMatchObject({ window_tokens: 8_000, limit_tokens: 8_000, has_left_out: true });
  expect(next.used_tokens).toBeLessThanOrEqual(8_000);
  await ask(chat, "second");
  expect(lastRequest()).not.toContain("swordfish");
  await api.put("/models/settings", { model: id });
});

test("no context is told where the document finder or nobody replies", async () => {
  const finder = (await api.post("/virtual-assistants", { name: "Finder", model: "builtin" })).body;
  for (const virtual_assistant_id of [finder.id, null]) {
    const chat = await newChat({ virtual_assistant_id });
    expect((await getContext(chat)).next_message).toBeNull();
    expect((await compact(chat)).status).toBe(409);
  }
});

test("a compacted chat gives replies a summary and the last exchange, and people all messages", async () => {
  const { chat } = await createCompacted();
  const { summary, next_message: next } = await getContext(chat);
  expect(summary.text).toContain("12 gold");
  expect(next.parts.summary).toBeGreaterThan(0);
  model.requests.length = 0;
  const { responses } = await ask(chat, "Go on");
  expect(responses[0].extra.context).toMatchObject({ summary: true, history_messages: 2 });
  expect(lastRequest()).toContain("<summary>");
  expect((await api.get(`/chats/${chat.id}/messages?size=100`)).body).toHaveLength(8);
});

test("a chat is compacted again from its first summary", async () => {
  const { chat } = await createCompacted();
  const first = (await getContext(chat)).summary.through_message_id;
  for (const text of ["The color is red.", "And now?"]) await ask(chat, text);
  expect((await getContext(chat)).compactable_messages).toBe(4);
  expect((await compact(chat)).status).toBe(200);
  await expect.poll(async () => (await getContext(chat)).summary.through_message_id).toBeGreaterThan(first);
  expect((await getContext(chat)).summary.text).toMatch(/<summary>[\s\S]*red/);
});

test("undoing gives replies all messages again", async () => {
  const { chat } = await createCompacted();
  expect((await undo(chat)).body).toMatchObject({ summary: null, next_message: { parts: { summary: 0 } } });
  await ask(chat, "Go on");
  expect(lastRequest()).toContain("The launch is in June.");
  expect((await api.get(`/chats/${chat.id}`)).body.summary).toBeNull();
});

test.each([
  ["edited", (_: Chat, id: number) => api.put(`/chats/update_message_text/${id}`, { message: "No." })],
  ["deleted", (chat: Chat, id: number) => api.del(`/chats/${chat.id}/messages/${id}`)],
])("a message that is %s makes the summary that covers it invalid", async (_, change) => {
  const { chat, last } = await createCompacted();
  const [first] = (await api.get(`/chats/${chat.id}/messages?size=100`)).body;
  await change(chat, last.user_message_id);
  expect((await getContext(chat)).summary).not.toBeNull();
  await change(chat, first.id);
  expect((await getContext(chat)).summary).toBeNull();
});

test("a branch of a compacted chat begins with all of its messages", async () => {
  const { chat, last } = await createCompacted();
  const path = `/chats/${chat.id}/messages/${last.user_message_id}/branches`;
  const branch = (await api.post(path)).body;
  expect((await getContext(branch)).summary).toBeNull();
  expect((await getContext(branch)).compactable_messages).toBeGreaterThan(0);
});

test("a compaction that runs can be cancelled, and there is one at a time", async () => {
  const { chat } = await createTalk();
  model.setMode("first=60000");
  expect((await compact(chat)).body.compaction).toEqual({
    state: "running",
    done_messages: 0,
    total_messages: 4,
    error: null,
  });
  expect((await compact(chat)).status).toBe(409);
  expect((await undo(chat)).body).toMatchObject({ compaction: null, summary: null });
});

test("a failing model leaves the chat as it is, and says so", async () => {
  const { chat } = await createTalk();
  model.setMode("401");
  await compact(chat);
  await expect
    .poll(async () => (await getContext(chat)).compaction)
    .toMatchObject({ state: "failed", error: "model_failed" });
  model.setMode("echo");
  expect((await compact(chat)).status).toBe(200);
  await isCompacted(chat);
});

test("a summary is discarded when a message changes while it is written", async () => {
  const { chat } = await createTalk();
  const [first] = (await api.get(`/chats/${chat.id}/messages?size=100`)).body;
  model.setMode("first=500");
  model.requests.length = 0;
  await compact(chat);
  await expect.poll(() => lastRequest() ?? "").toContain("running summary");
  await api.put(`/chats/update_message_text/${first.id}`, { message: "The launch is in May." });
  await expect
    .poll(async () => (await getContext(chat)).compaction)
    .toMatchObject({ state: "failed", error: "messages_changed" });
  expect((await getContext(chat)).summary).toBeNull();
});

test("members of a chat can't compact it, and others don't find it", async () => {
  const chat = await newChat({ member_user_ids: [mia.user.id] });
  for (const text of ["one", "two", "three"]) await ask(chat, text);
  expect((await mia.api.post(`/chats/${chat.id}/compaction`)).status).toBe(403);
  expect((await mia.api.del(`/chats/${chat.id}/compaction`)).status).toBe(403);
  const { chat: own } = await createTalk();
  expect((await mia.api.get(`/chats/${own.id}/context`)).status).toBe(404);
  expect((await mia.api.post(`/chats/${own.id}/compaction`)).status).toBe(404);
});
