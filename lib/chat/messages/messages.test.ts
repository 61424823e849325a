import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { client, person, readEvents } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();

const ada = await person(server.url);
const newChat = async (body: object = {}) => (await ada.api.post("/chats", body)).body;
const send = (
  chat: number | string,
  message_input: string,
  fields: Record<string, string> = {},
  headers = {},
) => ada.api.multipart(`/chats/${chat}/messages`, { message_input, ...fields }, headers);
const listMessages = async (chat: number) => (await ada.api.get(`/chats/${chat}/messages?size=100`)).body;
const follow = (task: string, from = 0) =>
  readEvents(ada.api, `/chats/streaming/${task}`, { headers: from ? { "last-event-id": String(from) } : {} });
const getText = (events: Awaited<ReturnType<typeof follow>>) =>
  events
    .filter(({ event }) => event === "text")
    .map(({ data }) => data.text)
    .join("");

test("a synchronous send returns the stored reply", async () => {
  const chat = await newChat();
  const { status, body } = await send(chat.id, "[[fake tokens=3]]");
  expect(status).toBe(200);
  expect(body.streaming_task_id).toBeNull();
  expect(body.responses).toHaveLength(1);
  expect(body.responses[0]).toMatchObject({
    user_type: "assistant",
    type: "message",
    chat_id: chat.id,
    chat_uuid: chat.uuid,
    from_user_id: null,
    replying_to_message: { id: body.user_message_id, full_name: "Ada Example" },
  });
  expect(body.responses[0].message.trim()).toBe("w0 w1 w2");
  expect(body.responses[0].extra.usage).toMatchObject({ duration_ms: expect.any(Number) });
  const stored = await listMessages(chat.id);
  expect(stored).toEqual([
    expect.objectContaining({ id: body.user_message_id, user_type: "user" }),
    body.responses[0],
  ]);
});

test("no message is processed before its creation", async () => {
  const alone = await newChat({ virtual_assistant_id: null });
  const answered = await newChat();
  for (let n = 0; n < 10; n++) {
    await send(alone.id, `note ${n}`);
    await send(answered.id, "[[fake tokens=1]]");
  }
  const all = [...(await listMessages(alone.id)), ...(await listMessages(answered.id))];
  expect(all).toHaveLength(30);
  for (const { message, created_at, message_processed_at } of all)
    expect(message_processed_at >= created_at, `${message}: ${message_processed_at} < ${created_at}`).toBe(
      true,
    );
});

test("without an assistant a synchronous send has no responses and no task", async () => {
  const chat = await newChat({ virtual_assistant_id: null });
  const { body } = await send(chat.id, "anyone?");
  expect(body).toEqual({ user_message_id: expect.any(Number), streaming_task_id: null, responses: null });
});

test("without an assistant an asynchronous send completes with empty text", async () => {
  const chat = await newChat({ virtual_assistant_id: null });
  const { body } = await send(chat.id, "anyone?", { is_sync: "false" });
  expect(body.responses).toBeNull();
  const state = (await ada.api.get(`/chats/streaming/${body.streaming_task_id}`)).body;
  expect(state).toMatchObject({
    status: "completed",
    text: "",
    finished: true,
    message_ids: [],
    restarted: false,
  });
});

test("an asynchronous send streams every character once and stores the reply", async () => {
  const chat = await newChat();
  const { body } = await send(chat.uuid, "[[fake tokens=40 delay=10]]", { is_sync: "FALSE" });
  expect(body).toEqual({
    user_message_id: expect.any(Number),
    streaming_task_id: expect.any(String),
    responses: null,
  });
  const events = await follow(body.streaming_task_id);
  const done = events.at(-1)!;
  expect(done.event).toBe("done");
  expect(done.data).toMatchObject({ status: "completed", finished: true, error: null });
  expect(getText(events)).toBe(done.data.text);
  const stored = await listMessages(chat.id);
  expect(stored.at(-1)).toMatchObject({
    id: done.data.message_ids[0],
    message: done.data.text,
    user_type: "assistant",
  });
});

test("polling with the last index neither repeats nor misses a character", async () => {
  const chat = await newChat();
  const { body } = await send(chat.id, "[[fake tokens=60 delay=5]]", { is_sync: "false" });
  let text = "";
  let idx: number | undefined;
  for (;;) {
    const query = idx === undefined ? "" : `?chunk_idx=${idx}`;
    const state = (await ada.api.get(`/chats/streaming/${body.streaming_task_id}${query}`)).body;
    text += state.text;
    idx = state.chunk_idx;
    if (state.finished) break;
  }
  const whole = (await ada.api.get(`/chats/streaming/${body.streaming_task_id}`)).body;
  expect(text).toBe(whole.text);
  expect(text.trim().split(" ")).toHaveLength(60);
});

test("an interrupted stream resumes at its position, also after the end", async () => {
  const chat = await newChat();
  const { body } = await send(chat.id, "[[fake tokens=60 delay=5]]", { is_sync: "false" });
  const task = body.streaming_task_id;
  const first = await readEvents(ada.api, `/chats/streaming/${task}`, { until: ({ id }) => (id ?? 0) > 20 });
  const second = await follow(task, first.at(-1)!.id);
  const whole = (await ada.api.get(`/chats/streaming/${task}`)).body.text;
  expect(getText(first) + getText(second)).toBe(whole);
  expect(getText(await follow(task, 10))).toBe(whole.slice(10));
});

test("stopping a reply keeps its text so far and closes the call to the model", async () => {
  const chat = await newChat();
  const { body } = await send(chat.id, "[[fake tokens=5000 delay=10]]", { is_sync: "false" });
  const task = body.streaming_task_id;
  await readEvents(ada.api, `/chats/streaming/${task}`, { until: ({ event }) => event === "text" });
  const aborted = model.aborted;
  const stopped = await client(server.url).del(`/chats/streaming_response/${task}`);
  expect(stopped.body).toEqual({ success: true, status: "cancelled" });
  const state = (await ada.api.get(`/chats/streaming/${task}`)).body;
  expect(state).toMatchObject({ status: "cancelled", finished: true });
  const reply = (await listMessages(chat.id)).at(-1);
  expect(reply).toMatchObject({ message: state.text, extra: { stopped: true } });
  await expect.poll(() => model.aborted).toBeGreaterThan(aborted);
  expect((await client(server.url).del(`/chats/streaming_response/${task}`)).body.status).toBe("cancelled");
  expect((await client(server.url).del(`/chats/streaming_response/${randomUUID()}`)).status).toBe(404);
});

test.each([
  ["401", "unauthorized"],
  ["429", "rate_limited"],
  ["500", "failed"],
  ["html", "garbage"],
  ["badjson", "garbage"],
  ["toolong", "too_long"],
])(
  "a model server that answers %s leaves a readable failed reply that can be retried",
  async (mode, code) => {
    const chat = await newChat();
    const { status, body } = await send(chat.id, `[[fake mode=${mode}]]`);
    expect(status).toBe(200);
    const [reply] = body.responses;
    expect(reply.extra.error).toEqual({ code, message: expect.any(String) });
    expect(reply.message.length).toBeGreaterThan(10);
    expect(JSON.stringify(body)).not.toContain(new URL(model.url).host);
  },
);

test("a retry replaces the reply and keeps the earlier one", async () => {
  const chat = await newChat();
  const sent = (await send(chat.id, "[[fake tokens=2]]")).body;
  const retried = await ada.api.post(`/chats/messages/${sent.responses[0].id}/retry`);
  expect(retried.status).toBe(200);
  expect(retried.body.user_message_id).toBe(sent.user_message_id);
  const stored = await listMessages(chat.id);
  expect(stored).toHaveLength(2);
  expect(stored[1].extra.previous).toEqual([expect.objectContaining({ message: sent.responses[0].message })]);
});

test("a retry with a chosen task id runs once under that id", async () => {
  const chat = await newChat();
  const sent = (await send(chat.id, "[[fake tokens=30 delay=10]]")).body;
  const id = randomUUID();
  const path = `/chats/messages/${sent.user_message_id}/retry?streaming_task_id=`;
  const both = await Promise.all([ada.api.post(path + id), ada.api.post(path + id.toUpperCase())]);
  expect(
    both.map(({ body }) => body.streaming_task_id ?? body.status_code).filter((value) => value === id).length,
  ).toBeGreaterThan(0);
  await follow(id);
  expect((await ada.api.post(path + id)).body.streaming_task_id).toBe(id);
  expect(await listMessages(chat.id)).toHaveLength(2);
  expect((await ada.api.post(`${path}00000000-0000-0000-0000-000000000000`)).status).toBe(422);
  const other = (await send(chat.id, "another")).body;
  expect(
    (await ada.api.post(`/chats/messages/${other.user_message_id}/retry?streaming_task_id=${id}`)).status,
  ).toBe(409);
});

test("an idempotency key sends once, also in parallel", async () => {
  const chat = await newChat();
  const key = { "idempotency-key": randomUUID() };
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(chat.id, "only once", {}, key)));
  const ids = new Set(answers.map(({ body }) => body.user_message_id));
  expect(ids.size).toBe(1);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(await listMessages(chat.id)).toHaveLength(2);
  expect((await send(chat.id, "something else", {}, key)).status).toBe(422);
  expect((await send((await newChat()).id, "only once", {}, key)).status).toBe(422);
  expect((await send(chat.id, "x", {}, { "idempotency-key": "k".repeat(300) })).status).toBe(422);
});

test("a key of a refused request is not used up", async () => {
  const chat = await newChat();
  const key = { "idempotency-key": randomUUID() };
  expect((await send(chat.id, "", {}, key)).status).toBe(400);
  expect((await send(chat.id, "now right", {}, key)).status).toBe(200);
});

test("mentioned assistants reply in the order of their mentions", async () => {
  const make = async (name: string) =>
    (await ada.api.post("/virtual-assistants", { name, mention_name: `${name.toLowerCase()}${Date.now()}` }))
      .body;
  const [one, two] = [await make("One"), await make("Two")];
  const chat = await newChat({ virtual_assistant_id: null });
  const { body } = await send(chat.id, `@${two.mention_name} and @${one.mention_name}, hello`);
  expect(
    body.responses.map((reply: { from_virtual_assistant_id: number }) => reply.from_virtual_assistant_id),
  ).toEqual([two.id, one.id]);
});

test("a blank message returns 400 with the name of the field, and another media type 415", async () => {
  const chat = await newChat();
  const blank = await send(chat.id, "   ");
  expect(blank.status).toBe(400);
  expect(blank.body.message).toContain("message_input");
  expect((await ada.api.post(`/chats/${chat.id}/messages`, { message_input: "x" })).status).toBe(415);
});

test("older messages are returned page by page in chronological order", async () => {
  const chat = await newChat({ virtual_assistant_id: null });
  for (let i = 0; i < 7; i++) await send(chat.id, `m${i}`);
  const newest = (await ada.api.get(`/chats/${chat.id}/messages?size=3`)).body;
  expect(newest.map(({ message }: { message: string }) => message)).toEqual(["m4", "m5", "m6"]);
  const older = (await ada.api.get(`/chats/${chat.id}/messages?size=3&message_id=${newest[0].id}`)).body;
  expect(older.map(({ message }: { message: string }) => message)).toEqual(["m1", "m2", "m3"]);
});

test("clearing a chat while a reply streams leaves nothing behind", async () => {
  const chat = await newChat();
  const { body } = await send(chat.id, "[[fake tokens=2000 delay=10]]", { is_sync: "false" });
  await readEvents(ada.api, `/chats/streaming/${body.streaming_task_id}`, {
    until: ({ event }) => event === "text",
  });
  expect((await ada.api.post(`/chats/${chat.id}/messages/clear`)).body).toEqual({
    success: true,
    deleted: 1,
  });
  await expect
    .poll(async () => (await ada.api.get(`/chats/streaming/${body.streaming_task_id}`)).status)
    .toBe(404);
  expect(await listMessages(chat.id)).toEqual([]);
});

test("strangers get 404 for a chat, its messages and its streams", async () => {
  const chat = await newChat();
  const { body } = await send(chat.id, "secret", { is_sync: "false" });
  const eve = (await person(server.url, "Eve")).api;
  const nothing = (await eve.get("/chats/999999")).body;
  for (const path of [
    `/chats/${chat.id}`,
    `/chats/${chat.uuid}`,
    `/chats/${chat.id}/messages`,
    `/chats/${chat.id}/fields?fields=name`,
  ]) {
    const { status, body } = await eve.get(path);
    expect([path, status, body]).toEqual([path, 404, nothing]);
  }
  expect((await eve.get(`/chats/streaming/${body.streaming_task_id}`)).status).toBe(404);
  expect((await eve.post(`/chats/messages/${body.user_message_id}/retry`)).status).toBe(404);
  expect((await eve.multipart(`/chats/${chat.id}/messages`, { message_input: "hi" })).status).toBe(404);
  expect((await eve.del(`/chats/${chat.id}`)).status).toBe(404);
});
