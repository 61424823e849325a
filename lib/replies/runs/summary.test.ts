import { beforeEach, expect, test } from "vitest";
import { person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

// Tests the rolling summary of a chat, which is written in the background, used when the history does not fit, and
// dropped when its messages change.
const { model, server } = await startServerWithModel();
beforeEach(() => model.setMode("echo"));

const { api } = await person(server.url, "Ada Example");
const newChat = async (body: object = {}) => (await api.post("/chats", body)).body;
const ask = async (chat: { id: number }, message_input: string) =>
  (await api.multipart(`/chats/${chat.id}/messages`, { message_input })).body.responses[0];
const getSummary = async (chat: { id: number }) => (await api.get(`/chats/${chat.id}`)).body.summary;
const summarised = async (chat: { id: number }, what: unknown) =>
  expect.poll(() => getSummary(chat)).toEqual(what);
const summaryRequests = () =>
  model.requests.filter(({ messages }) => JSON.stringify(messages[0]).includes("running summary"));
const listMessages = async (chat: { id: number }) =>
  (await api.get(`/chats/${chat.id}/messages?size=100`)).body;
const anySummary = expect.stringContaining("You said");

test("a chat with summaries gets one after some messages, and a later one builds on it", async () => {
  const chat = await newChat({ summary_enabled: true });
  await ask(chat, "The launch is in June.");
  await ask(chat, "The budget is 12 gold.");
  await summarised(chat, anySummary);
  expect(JSON.stringify(summaryRequests().at(-1))).toContain("Ada Example: The launch is in June.");
  await ask(chat, "Nobody objects.");
  await ask(chat, "So be it.");
  await summarised(chat, expect.stringContaining("<summary>"));
  const listed = (await api.get("/chats")).body.find(({ id }: { id: number }) => id === chat.id);
  expect(listed.summary).toContain("Nobody objects.");
});

test("a chat without summaries and with a short thread is not summarized", async () => {
  const before = summaryRequests().length;
  const chat = await newChat();
  for (const text of ["one", "two", "three"]) await ask(chat, text);
  expect(await getSummary(chat)).toBeNull();
  expect(summaryRequests()).toHaveLength(before);
});

test("a thread that is too long is summarized, and replies use the summary with the newest messages", async () => {
  // Search in the chat is off, because it would find the summarized messages.
  const chat = await newChat({ search_in_chat: false });
  model.setMode("tokens=3");
  for (let n = 0; n < 4; n++) await ask(chat, `[[fake tokens=2]] part ${n} ${"x".repeat(45_000)}`);
  await summarised(chat, "w0 w1");
  const reply = await ask(chat, "[[fake tokens=2]] go on");
  expect(reply.extra.context).toMatchObject({ summary: true, history_messages: expect.any(Number) });
  expect(reply.extra.context.characters).toBeLessThan(121_000);
  const got = JSON.stringify(
    model.requests.findLast(({ messages }) => JSON.stringify(messages).includes("go on")),
  );
  expect(got).toContain("<summary>");
  expect(got).toContain("part 3");
  expect(got).not.toContain("part 0");
});

test.each([
  [
    "edited",
    (_: { id: number }, id: number) => api.put(`/chats/update_message_text/${id}`, { message: "No." }),
  ],
  ["deleted", (chat: { id: number }, id: number) => api.del(`/chats/${chat.id}/messages/${id}`)],
  ["cleared", (chat: { id: number }) => api.post(`/chats/${chat.id}/messages/clear`)],
  ["replied to again", (_: { id: number }, id: number) => api.post(`/chats/messages/${id}/retry`)],
])("a summary is deleted when a message that it covers is %s", async (_, change) => {
  const chat = await newChat({ summary_enabled: true });
  await ask(chat, "My password is swordfish.");
  await ask(chat, "Anything else?");
  await summarised(chat, anySummary);
  const [first] = await listMessages(chat);
  await api.put(`/chats/${chat.id}/summary_enabled?summary_enabled=false`);
  expect((await change(chat, first.id)).status).toBe(200);
  expect(await getSummary(chat)).toBeNull();
});

test("a summary in progress is discarded when a message is deleted", async () => {
  const chat = await newChat({ summary_enabled: true });
  await ask(chat, "My password is swordfish.");
  model.setMode("first=500");
  await ask(chat, "[[fake tokens=2]] Anything else?");
  const before = summaryRequests().length;
  await expect.poll(() => summaryRequests().length).toBeGreaterThanOrEqual(before);
  await expect.poll(() => JSON.stringify(summaryRequests().at(-1) ?? "")).toContain("swordfish");
  const [first] = await listMessages(chat);
  await api.del(`/chats/${chat.id}/messages/${first.id}`);
  model.setMode("echo");
  for (const text of ["three", "four"]) await ask(chat, text);
  await summarised(chat, expect.not.stringContaining("swordfish"));
});

test("a failing model leaves the summary unchanged", async () => {
  const chat = await newChat({ summary_enabled: true });
  await ask(chat, "one");
  await ask(chat, "two");
  await summarised(chat, anySummary);
  const before = await getSummary(chat);
  const calls = summaryRequests().length;
  await ask(chat, "three");
  model.setMode("401");
  for (const text of ["four", "five"]) expect((await ask(chat, text)).extra.error.code).toBe("unauthorized");
  await expect.poll(() => summaryRequests().length).toBeGreaterThan(calls);
  expect(await getSummary(chat)).toBe(before);
});

test("the document finder summarizes with sentences of the chat", async () => {
  const assistant = (await api.post("/virtual-assistants", { name: "Finder", model: "builtin" })).body;
  const chat = await newChat({ summary_enabled: true, virtual_assistant_id: assistant.id });
  await ask(chat, "The new office opens in Bern on the first of March.");
  await ask(chat, "The move costs twelve thousand francs in total.");
  await summarised(chat, expect.stringMatching(/Bern|francs/));
});
