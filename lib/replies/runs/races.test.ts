import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db, isEmbedded } from "@/db/client";
import { transaction } from "@/db/transaction";
import { person, readEvents, type StreamedEvent } from "@/test/client";
import { logged } from "@/test/logged";
import { query } from "@/test/query";
import { startServerWithModel } from "@/test/server-with-model";

// Tests streams that are read from any position, and changes of a chat while a reply is written.
const log = logged();
const { model, server } = await startServerWithModel();
const { api } = await person(server.url);
const [assistant] = (await api.get("/virtual-assistants")).body;
const newChat = async () => (await api.post("/chats", {})).body;
type Chat = { id: number; uuid: string };
const send = async (chat: Chat, text: string, fields: Record<string, string> = {}) =>
  (await api.multipart(`/chats/${chat.id}/messages`, { message_input: text, ...fields })).body;
const start = (chat: Chat, text: string) => send(chat, text, { is_sync: "false" });
const stored = async (chat: Chat) => (await api.get(`/chats/${chat.id}/messages?size=100`)).body;
const read = async (task: string, query = "") => (await api.get(`/chats/streaming/${task}${query}`)).body;
const getText = (events: StreamedEvent[]) =>
  events.flatMap(({ event, data }) => (event === "text" ? [data.text] : [])).join("");
const begun = (task: string) =>
  readEvents(api, `/chats/streaming/${task}`, { until: ({ event }) => event === "text" });
const ended = (task: string) => expect.poll(async () => (await read(task)).finished ?? true).toBe(true);

describe("positions", () => {
  const words = "👩‍👩‍👧 é e\u0301 \u{1f1e9}\u{1f1ea} ﷽ 中文 a\u200db \t end";
  const asked = Array(40).fill(words).join("\n");

  test("are exact wherever a reader starts, during and after the reply", async () => {
    const chat = await newChat();
    const { streaming_task_id: task } = await start(chat, `${asked} [[fake echo delay=1]]`);
    const late = begun(task).then(() =>
      readEvents(api, `/chats/streaming/${task}`, { headers: { "last-event-id": "7" } }),
    );
    const readers = await Promise.all([
      ...Array.from({ length: 10 }, () => readEvents(api, `/chats/streaming/${task}`)),
      late,
    ]);
    const { text, chunk_idx } = await read(task);
    expect(chunk_idx).toBe(text.length);
    expect((await stored(chat)).at(-1).message).toBe(text);
    expect(readers.slice(0, 10).map(getText)).toEqual(Array(10).fill(text));
    expect(getText(readers[10]!)).toBe(text.slice(7));
    for (const from of [-1, 0, 1, 2, 100, text.length - 1, text.length]) {
      expect([from, (await read(task, `?chunk_idx=${from}`)).text]).toEqual([
        from,
        text.slice(Math.max(0, from)),
      ]);
    }
    expect(await read(task, "?chunk_idx=2147483647")).toMatchObject({ text: "", finished: true });
  });

  test("are exact when the stream is interrupted after every event", async () => {
    const chat = await newChat();
    const { streaming_task_id: task } = await start(chat, "[[fake tokens=60 delay=3]]");
    let text = "";
    let last = 0;
    for (let isDone = false; !isDone; ) {
      const events = await readEvents(api, `/chats/streaming/${task}`, {
        headers: last > 0 ? { "last-event-id": String(last) } : {},
        until: ({ event }) => event === "text",
      });
      text += getText(events);
      last = events.at(-1)?.id ?? last;
      isDone = events.some(({ event }) => event === "done");
    }
    expect(text).toBe((await stored(chat)).at(-1).message);
  });
});

test("a synchronous send whose caller disconnects stores the reply once", async () => {
  const chat = await newChat();
  const gone = new AbortController();
  const body = new FormData();
  body.append("message_input", "[[fake tokens=30 delay=10]]");
  const before = model.calls;
  const headers = { authorization: api.authorization! };
  const call = fetch(`${server.url}/api/v1/chats/${chat.id}/messages`, {
    method: "POST",
    body,
    headers,
    signal: gone.signal,
  });
  await expect.poll(() => model.calls).toBe(before + 1);
  gone.abort();
  await expect(call).rejects.toThrow();
  await expect.poll(async () => (await stored(chat)).length).toBe(2);
  expect((await stored(chat))[1].message.split(" ")).toHaveLength(30);
  expect(model.calls).toBe(before + 1);
});

test("a stop at any moment leaves one end and a prefix of the model's text", async () => {
  const whole = Array.from({ length: 12 }, (_, i) => `w${i}`).join(" ");
  const chat = await newChat();
  for (let round = 0; round < 24; round++) {
    const { streaming_task_id: task } = await start(chat, `[[fake tokens=12 delay=${round % 4}]]`);
    if (round % 3 > 0) await begun(task);
    const stops = await Promise.all([1, 2].map(() => api.del(`/chats/streaming_response/${task}`)));
    expect(stops.map(({ status }) => status)).toEqual([200, 200]);
    await ended(task);
    const state = await read(task);
    expect(["cancelled", "completed"]).toContain(state.status);
    const reply = (await stored(chat)).find(({ id }: { id: number }) => id === state.message_ids[0]);
    // A run that was stopped before its text began may have no reply.
    if (reply) {
      expect(whole.startsWith(reply.message)).toBe(true);
      expect(reply.extra.stopped ?? false).toBe(state.status === "cancelled");
      if (state.status === "completed") expect(reply.message).toBe(whole);
    } else expect(state).toMatchObject({ status: "cancelled", text: "" });
    expect((await api.del(`/chats/streaming_response/${task}`)).body.status).toBe(state.status);
  }
});

describe("a running reply", () => {
  const deeds: [string, (chat: Chat, message: number) => Promise<{ status: number }>, boolean][] = [
    [
      "its question is edited",
      (_, id) => api.put(`/chats/update_message_text/${id}`, { message: "another" }),
      true,
    ],
    ["its question is deleted", (chat, id) => api.del(`/chats/${chat.id}/messages/${id}`), false],
    ["the chat is cleared", (chat) => api.post(`/chats/${chat.id}/messages/clear`), false],
    ["the chat is deleted", (chat) => api.del(`/chats/${chat.id}`), false],
    [
      "the chat loses its assistant",
      (chat) => api.put(`/chats/${chat.id}/va`, { virtual_assistant_id: null }),
      true,
    ],
    ["the chat is archived", (chat) => api.patch(`/chats/${chat.id}/me`, { archived: true }), true],
    ["the chat is renamed", (chat) => api.put(`/chats/${chat.id}/name`, { name: "Mine" }), true],
  ];

  test.each(deeds)("finishes although %s, and deleted messages stay deleted", async (_, deed, isKept) => {
    const chat = await newChat();
    const { user_message_id: question, streaming_task_id: task } = await start(
      chat,
      "[[fake tokens=40 delay=10]]",
    );
    await begun(task);
    expect((await deed(chat, question)).status).toBe(200);
    await ended(task);
    await expect.poll(async () => (await api.get(`/chats/${chat.id}/streaming`)).body.length ?? 0).toBe(0);
    const list = await stored(chat);
    if (isKept) {
      expect(list).toHaveLength(2);
      expect(list[1].message.split(" ")).toHaveLength(40);
      expect(await read(task)).toMatchObject({ status: "completed", message_ids: [list[1].id] });
    } else {
      const left = (Array.isArray(list) ? list : []).map(({ id }: { id: number }) => id);
      expect(left).not.toContain(question);
      expect((await read(task)).message_ids ?? []).toEqual(left);
    }
  });

  test("finishes although its assistant is deleted, and the chat continues without one", async () => {
    const made = (await api.post("/virtual-assistants", { name: "Short-lived" })).body;
    const chat = (await api.post("/chats", { virtual_assistant_id: made.id })).body;
    const { streaming_task_id: task } = await start(chat, "[[fake tokens=40 delay=15]]");
    await begun(task);
    expect((await api.del(`/virtual-assistants/${made.id}`)).status).toBe(200);
    await ended(task);
    expect(await stored(chat)).toHaveLength(2);
    expect((await api.get(`/chats/${chat.id}`)).body.virtual_assistant).toBeNull();
    expect((await send(chat, "anyone?")).responses).toBeNull();
    expect((await api.get("/virtual-assistants")).body.map(({ id }: { id: number }) => id)).toContain(
      assistant.id,
    );
  });

  test("makes another retry a conflict, and one of two simultaneous retries wins", async () => {
    const chat = await newChat();
    const { user_message_id: id } = await send(chat, "[[fake tokens=30 delay=10]]");
    const path = `/chats/messages/${id}/retry`;
    const both = await Promise.all([
      api.post(path),
      api.post(path),
      api.post(`${path}?streaming_task_id=${randomUUID()}`),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (const { body } of both) if (body.streaming_task_id) await ended(body.streaming_task_id);
    expect(await stored(chat)).toHaveLength(2);
  });
});

test("a chosen id of a retry must be a UUID of version 4, because others could be guessed", async () => {
  const chat = await newChat();
  const { user_message_id: id } = await send(chat, "[[fake tokens=1]]");
  const retry = (task: string) => api.post(`/chats/messages/${id}/retry?streaming_task_id=${task}`);
  for (const task of [
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "c232ab00-9414-11ec-b3c8-9f6bdeced846",
    "01890a5d-ac96-774b-bcce-b302099a8057",
    "7",
    "",
    `{${randomUUID()}}`,
  ]) {
    expect([task, (await retry(task)).status]).toEqual([task, 422]);
  }
  const task = randomUUID();
  expect((await retry(task)).body.streaming_task_id).toBe(task);
  await ended(task);
  expect((await retry(task.toUpperCase())).body.streaming_task_id).toBe(task);
  expect(await stored(chat)).toHaveLength(2);
});

test("a reply keeps the last ten earlier replies", async () => {
  const chat = await newChat();
  const { user_message_id: id } = await send(chat, "[[fake tokens=1]]");
  for (let time = 0; time < 12; time++)
    expect((await api.post(`/chats/messages/${id}/retry`)).status).toBe(200);
  const list = await stored(chat);
  expect(list).toHaveLength(2);
  expect(list[1].extra.previous).toHaveLength(10);
});

// Skipped with the embedded database, which runs statements one at a time.
test.skipIf(isEmbedded())(
  "the history of a message contains messages that arrive while it waits to be stored",
  async () => {
    const chat = await newChat();
    await send(chat, "first");
    const waiting = () => query`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update%'`;
    let sent: ReturnType<typeof send> | undefined;
    await transaction(async () => {
      await db().execute(sql`select from chats where id = ${chat.id} for no key update`);
      sent = send(chat, "third");
      await expect.poll(async () => (await waiting()).length).toBe(1);
      await db().execute(sql`insert into messages (chat_id, user_type, text, from_user_id, processed_at)
      select ${chat.id}::int, 'user', 'second', created_by, now() from chats where id = ${chat.id}`);
    });
    const [reply] = (await sent!).responses;
    expect(reply.extra.context.history_messages).toBe(3);
  },
);

test("the races log no server error", () => {
  expect(log.filter((line) => /"level":(50|60)|"status":5/.test(line))).toEqual([]);
});
