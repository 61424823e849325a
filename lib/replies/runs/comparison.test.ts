import { beforeEach, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel({ OPENAI_MODEL: "stand-in-large" });
beforeEach(() => model.setMode("echo"));
const ada = await person(server.url, "Ada Example");
const max = await colleague(server.url, ada.group, "Max Member");

const [LARGE, SMALL, OTHER] = ["stand-in-large", "stand-in-small", "stand-in-other"].map(
  (name) => `openai-compatible:${name}`,
) as [string, string, string];
type Reply = {
  id: number;
  message: string;
  replying_to_message: { id: number };
  extra: { comparison?: { model: string; position: number }; stopped?: true; error?: { code: string } };
};

const newChat = async (body: object = {}) => (await ada.api.post("/chats", { name: "Plans", ...body })).body;
const compare = (chat: { id: number }, message_input: string, models: string[]) => {
  const query = new URLSearchParams(models.map((name) => ["models", name]));
  return ada.api.multipart(`/chats/${chat.id}/messages?${query}`, { message_input });
};
const thread = async (chat: { id: number }) =>
  (await ada.api.get(`/chats/${chat.id}/messages`)).body as Reply[];
// Returns the replies by column.
const compared = async (chat: { id: number }) =>
  (await thread(chat))
    .filter(({ extra }) => extra?.comparison)
    .sort((a, b) => a.extra.comparison!.position - b.extra.comparison!.position);
const runsIn = async (chat: { id: number }) => (await ada.api.get(`/chats/${chat.id}/streaming`)).body;
const settled = (chat: { id: number }) => expect.poll(() => runsIn(chat)).toEqual([]);
const ask = (chat: { id: number }, message_input: string) =>
  ada.api.multipart(`/chats/${chat.id}/messages`, { message_input });
const keep = (id: number, { api } = ada) => api.post(`/chats/messages/${id}/keep`);
// Returns the messages of the latest model request without its instructions.
const told = () =>
  model.requests.at(-1)!.messages.flatMap(({ role, content }) => (role === "system" ? [] : [content]));

test("each model of a comparison replies once to one stored question and is counted", async () => {
  const chat = await newChat();
  const sent = await compare(chat, "Which bike?", [SMALL, LARGE, OTHER]);
  expect(sent.status).toBe(200);
  expect(sent.body.responses).toBeNull();
  await settled(chat);
  const [question, ...replies] = await thread(chat);
  expect(replies).toHaveLength(3);
  expect(new Set(replies.map((reply) => reply.replying_to_message.id))).toEqual(new Set([question!.id]));
  expect((await compared(chat)).map(({ extra }) => extra.comparison)).toEqual([
    { model: SMALL, position: 0 },
    { model: LARGE, position: 1 },
    { model: OTHER, position: 2 },
  ]);
  const usage = (await ada.api.get(`/usage?by=model&chat_id=${chat.id}`)).body.rows;
  expect(usage.map(({ key }: { key: string }) => key).sort()).toEqual([LARGE, OTHER, SMALL]);
});

test("the kept reply becomes part of the chat, and the others disappear from it", async () => {
  const chat = await newChat();
  await compare(chat, "Say [[fake tokens=2]]", [SMALL, LARGE]);
  await settled(chat);
  const [, second] = await compared(chat);
  const kept = await keep(second!.id);
  expect(kept.body).toMatchObject({ id: second!.id, message: "w0 w1" });
  expect(kept.body.extra.comparison).toBeUndefined();
  expect((await thread(chat)).map(({ id }) => id)).toEqual([second!.replying_to_message.id, second!.id]);
  expect((await keep(second!.id)).status).toBe(409);
  await ask(chat, "And then?");
  expect(told()).toEqual(["Say [[fake tokens=2]]", "w0 w1", "And then?"]);
});

test("the first reply counts while none is kept, and the chat continues", async () => {
  const chat = await newChat();
  await compare(chat, "One word: [[fake tokens=1]]", [SMALL, LARGE]);
  await settled(chat);
  await ask(chat, "And then?");
  expect(told()).toEqual(["One word: [[fake tokens=1]]", "w0", "And then?"]);
  const [first] = await compared(chat);
  const retried = await ada.api.post(`/chats/messages/${first!.replying_to_message.id}/retry`);
  expect(retried.body.responses).toHaveLength(1);
  expect(retried.body.responses[0].extra.previous).toHaveLength(2);
  expect(await compared(chat)).toEqual([]);
});

test("each run of a comparison streams, stops and fails independently", async () => {
  const chat = await newChat();
  await compare(chat, "[[fake tokens=400 delay=20]]", [SMALL, "google:gone", LARGE]);
  await expect
    .poll(async () => (await compared(chat)).map(({ extra }) => extra.error?.code))
    .toEqual(["not_configured"]);
  const runs = await runsIn(chat);
  expect(runs.map(({ comparison }: { comparison: object }) => comparison)).toEqual([
    { model: SMALL, position: 0 },
    { model: LARGE, position: 2 },
  ]);
  const busy = await ada.api.post(`/chats/messages/${runs[0].user_message_id}/retry`);
  expect(busy.status).toBe(409);
  await ada.api.del(`/chats/streaming_response/${runs[0].streaming_task_id}`);
  await expect
    .poll(async () => (await compared(chat)).map(({ extra }) => extra.stopped))
    .toEqual([true, undefined]);
  expect(await runsIn(chat)).toHaveLength(1);
  const [first] = await compared(chat);
  expect((await keep(first!.id)).status).toBe(200);
  await settled(chat);
  expect((await thread(chat)).map(({ id }) => id)).toEqual([runs[0].user_message_id, first!.id]);
  const usage = (await ada.api.get(`/usage?by=model&chat_id=${chat.id}`)).body.rows;
  expect(usage.map(({ key }: { key: string }) => key).sort()).toEqual(["google:gone", LARGE, SMALL]);
});

test("a compared reply has only tools without side effects", async () => {
  const chat = await newChat({ page_type: "canvas", global_memory: true });
  await compare(chat, `[[fake call remember {"text":"Lives in Bern"}]]`, [SMALL, LARGE]);
  await settled(chat);
  expect((await ada.api.get("/users/me/memories")).body).toEqual([]);
  const offered = model.requests.flatMap(({ tools = [] }) => tools.map((tool) => tool.function.name));
  expect(offered).not.toContain("remember");
  expect(offered).not.toContain("update_canvas");
});

test("invalid comparisons are refused before anything is stored", async () => {
  const chat = await newChat({ member_user_ids: [max.user.id] });
  const refusal = async (text: string, models: string[]) => {
    const { status, body } = await compare(chat, text, models);
    expect(status).toBe(422);
    return body.detail[0].msg as string;
  };
  await refusal("One", [SMALL]);
  await refusal("Twice", [SMALL, SMALL]);
  await refusal(
    "Five",
    [1, 2, 3, 4, 5].map((n) => `openai:${n}`),
  );
  const fixed = { name: "Fixed", model: LARGE, model_is_fixed: true, mention_name: "fixed" };
  await ada.api.post("/virtual-assistants", fixed);
  await ada.api.post("/virtual-assistants", { name: "Helper", mention_name: "helper" });
  expect(await refusal("@fixed hello", [SMALL, LARGE])).toBe("Fixed always uses its own model.");
  expect(await refusal("@fixed and @helper", [SMALL, LARGE])).toContain("Mention only one");
  await ada.api.put(`/chats/${chat.id}/va`, { virtual_assistant_id: null });
  expect(await refusal("hello", [SMALL, LARGE])).toContain("Nobody replies");
  expect(await thread(chat)).toEqual([]);
  const stranger = await person(server.url, "Sam Stranger");
  const own = await newChat();
  await compare(own, "hello", [SMALL, LARGE]);
  await settled(own);
  const [first] = await compared(own);
  expect((await keep(first!.id, stranger)).status).toBe(404);
});
