import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { isEmbedded } from "@/db/client";
import { meters } from "@/lib/platform/telemetry/meters";
import { listen, person } from "@/test/client";
import { colleague, removeFromChat } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";
import { type LiveEventName, liveEvents } from "./contract";

const { server } = await startServerWithModel();

const olga = await person(server.url, "Olga");
const max = await colleague(server.url, olga.group, "Max");
const stranger = await person(server.url, "Sam");

const newChat = async (body: object = {}) =>
  (await olga.api.post("/chats", { member_user_ids: [max.user.id], virtual_assistant_id: null, ...body }))
    .body;
const say = async (chat: { id: number }, message_input: string, headers = {}) =>
  (await olga.api.multipart(`/chats/${chat.id}/messages`, { message_input }, headers)).body.user_message_id;

const open: { close: () => void; events: { event: string; data: unknown }[] }[] = [];
async function follow(...args: Parameters<typeof listen>) {
  const listener = await listen(...args);
  open.push(listener);
  await listener.ended(({ event }) => event === "ready" || event === "reset");
  return listener;
}
afterEach(() => {
  for (const { close, events } of open.splice(0)) {
    close();
    for (const { event, data } of events)
      expect(() => liveEvents[event as LiveEventName].parse(data)).not.toThrow();
  }
});

describe("the event stream of a chat", () => {
  test("sends messages to members in their order", async () => {
    const chat = await newChat();
    const listener = await follow(max.api, `/chats/${chat.id}/events`);
    const ids = [await say(chat, "one"), await say(chat, "two"), await say(chat, "three")];
    await listener.ended(({ data }) => data.message?.message === "three");
    const told = listener.events.filter(({ event }) => event === "message.created");
    expect(told.map(({ data }) => data.message.id)).toEqual(ids);
    expect(told[0]!.data).toMatchObject({ chat_uuid: chat.uuid, notify: true, idempotency_key: null });
  });

  test("sends the idempotency key of a message to its author only", async () => {
    const chat = await newChat();
    const [own, other] = [
      await follow(olga.api, `/chats/${chat.id}/events`),
      await follow(max.api, `/chats/${chat.id}/events`),
    ];
    const key = randomUUID();
    await say(chat, "hello", { "idempotency-key": key });
    expect((await own.named("message.created"))!.data).toMatchObject({ idempotency_key: key, notify: false });
    expect((await other.named("message.created"))!.data.idempotency_key).toBeNull();
  });

  test("sends the events of a reply from its start to its end", async () => {
    const { virtual_assistant_id: _, ...body } = { virtual_assistant_id: null };
    const [assistant] = (await olga.api.get("/chats/vas")).body;
    const chat = await newChat({ ...body, virtual_assistant_id: assistant.id });
    const listener = await follow(max.api, `/chats/${chat.uuid}/events`);
    const sent = await olga.api.multipart(`/chats/${chat.id}/messages`, {
      message_input: "[[fake tokens=5]]",
      is_sync: "false",
    });
    await listener.named("reply.finished");
    const order = listener.events.map(({ event }) => event).filter((event) => event !== "presence");
    expect(order).toEqual(["ready", "message.created", "reply.started", "message.created", "reply.finished"]);
    const started = listener.events.find(({ event }) => event === "reply.started")!;
    expect(started.data).toMatchObject({
      streaming_task_id: sent.body.streaming_task_id,
      virtual_assistant_ids: [assistant.id],
    });
    expect((await listener.named("reply.finished"))!.data.status).toBe("completed");
  });

  test("resumes after the last received event without losing events", async () => {
    const chat = await newChat();
    const first = await follow(max.api, `/chats/${chat.id}/events`);
    await say(chat, "heard");
    const heard = await first.named("message.created");
    first.close();
    const missed = await Promise.all(["a", "b", "c"].map((text) => say(chat, text)));
    const again = await follow(max.api, `/chats/${chat.id}/events`, {
      headers: { "last-event-id": String(heard!.id) },
    });
    await say(chat, "and on");
    await again.ended(({ data }) => data.message?.message === "and on");
    const told = again.events
      .filter(({ event }) => event === "message.created")
      .map(({ data }) => data.message.id);
    expect(told).toEqual(expect.arrayContaining(missed));
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(new Set(told).size).toBe(told.length);
  });

  test("omits the start of a reply that is already finished", async () => {
    const chat = await newChat({ virtual_assistant_id: undefined });
    const { last_event_id } = (await max.api.get(`/chats/${chat.id}/events`)).body;
    await say(chat, "[[fake tokens=5]]");
    const listener = await follow(max.api, `/chats/${chat.id}/events`, {
      headers: { "last-event-id": String(last_event_id) },
    });
    await listener.named("reply.finished");
    const told = listener.events.map(({ event }) => event).filter((event) => event.startsWith("reply"));
    expect(told).toEqual(["reply.finished"]);
  });

  test("sends a reset when missed events are no longer stored", async () => {
    const chat = await newChat();
    const listener = await follow(max.api, `/chats/${chat.id}/events`, {
      headers: { "last-event-id": "999999999999" },
    });
    expect(listener.events[0]!.event).toBe("reset");
  });

  test("never sends the text of a deleted message", async () => {
    const chat = await newChat();
    const id = await say(chat, "a secret said by mistake");
    const before = (await max.api.get(`/chats/${chat.id}/events`)).body.last_event_id;
    await say(chat, "another");
    const later = await say(chat, "said and taken back");
    await olga.api.del(`/chats/${chat.id}/messages/${later}`);
    await olga.api.del(`/chats/${chat.id}/messages/${id}`);
    const { events } = (await max.api.get(`/chats/${chat.id}/events?last_event_id=${before}`)).body;
    expect(JSON.stringify(events)).not.toContain("said and taken back");
    expect(events.map(({ event }: { event: string }) => event)).toContain("message.created");
  });

  test("sends typing to other members, but not to the typist", async () => {
    const chat = await newChat();
    const [own, other] = [
      await follow(olga.api, `/chats/${chat.id}/events`),
      await follow(max.api, `/chats/${chat.id}/events`),
    ];
    expect((await olga.api.post(`/chats/${chat.id}/typing`)).status).toBe(200);
    expect((await other.named("typing"))!.data).toMatchObject({ user_id: olga.user.id, full_name: "Olga" });
    await say(chat, "done");
    await own.named("message.created");
    expect(own.events.map(({ event }) => event)).not.toContain("typing");
  });

  test("sends the cursor in a canvas to other members, from those who may write", async () => {
    const chat = await newChat();
    const other = await follow(max.api, `/chats/${chat.id}/events`);
    const place = { page_id: null, offset: 5, before: "Plan ", after: "B" };
    const tell = (api: typeof max.api, body: object = place) =>
      api.post(`/chats/${chat.id}/canvas/cursor`, body);
    expect((await tell(olga.api)).status).toBe(200);
    expect((await other.named("cursor"))!.data).toEqual({
      ...{ chat_id: chat.id, chat_uuid: chat.uuid, user_id: olga.user.id, full_name: "Olga" },
      ...place,
    });
    expect((await tell(max.api)).status).toBe(403);
    expect((await tell(stranger.api)).status).toBe(404);
    expect((await tell(olga.api, { ...place, before: "x".repeat(33) })).status).toBe(422);
  });

  test("is 404 for other people and stops for a removed member", async () => {
    const chat = await newChat();
    expect((await stranger.api.get(`/chats/${chat.id}/events`)).status).toBe(404);
    expect((await stranger.api.post(`/chats/${chat.id}/typing`)).status).toBe(404);
    const listener = await follow(max.api, `/chats/${chat.id}/events`);
    const own = await follow(olga.api, `/chats/${chat.id}/events`);
    await removeFromChat(chat, max.user.id);
    await say(chat, "between us");
    await own.named("message.created");
    expect(listener.events.map(({ event }) => event)).not.toContain("message.created");
  });
});

describe("the event stream of a person", () => {
  test("contains all of their chats and no others", async () => {
    const [mine, hers] = [await newChat(), await newChat({ member_user_ids: [] })];
    const listener = await follow(max.api, "/users/me/events");
    const elsewhere = await follow(stranger.api, "/users/me/events");
    await say(hers, "private");
    await say(mine, "shared");
    const told = await listener.named("message.created");
    expect(told!.data).toMatchObject({ chat_id: mine.id, notify: true });
    expect(elsewhere.events.map(({ event }) => event)).toEqual(
      ["ready", "presence"].slice(0, elsewhere.events.length),
    );
  });

  test("asks for no notification in a muted chat", async () => {
    const chat = await newChat();
    await max.api.patch(`/chats/${chat.id}/me`, { muted: true });
    const listener = await follow(max.api, "/users/me/events");
    await say(chat, "psst");
    expect((await listener.named("message.created"))!.data.notify).toBe(false);
  });

  test("announces a colleague who comes online", async () => {
    const listener = await follow(max.api, "/users/me/events");
    const cora = await colleague(server.url, olga.group, "Cora");
    await follow(cora.api, "/users/me/events");
    const coming = await listener.ended(
      ({ event, data }) => event === "presence" && data.user_id === cora.user.id,
    );
    expect(coming!.data.is_online).toBe(true);
  });
});

test("reactions are sent to each reader as theirs or not", async () => {
  const chat = await newChat();
  const id = await say(chat, "hello");
  const [own, other] = [
    await follow(olga.api, `/chats/${chat.id}/events`),
    await follow(max.api, `/chats/${chat.id}/events`),
  ];
  await max.api.put(`/chats/${chat.id}/messages/${id}/reactions/${encodeURIComponent("👍")}`);
  for (const [listener, me] of [
    [own, false],
    [other, true],
  ] as const) {
    const { data } = (await listener.named("message.updated"))!;
    expect(data.message.aggregated_reactions).toMatchObject([{ emoji: "👍", count: 1, me }]);
  }
});

// On PostgreSQL, batched notifications to other processes add a varying number of statements.
test.runIf(isEmbedded())("a message takes as many statements for twenty readers as for one", async () => {
  const chat = await newChat();
  const readers = [await follow(max.api, `/chats/${chat.id}/events`)];
  const statements = async () => {
    const before = meters.statements.total();
    const id = await say(chat, "hello");
    for (const reader of readers) await reader.ended(({ data }) => data.message?.id === id);
    return meters.statements.total() - before;
  };
  const least = async () => Math.min(...[await statements(), await statements(), await statements()]);
  const one = await least();
  for (let n = 1; n < 20; n++) readers.push(await follow(max.api, `/chats/${chat.id}/events`));
  await expect.poll(least, { timeout: 30_000 }).toBeLessThanOrEqual(one);
});

test("four readers receive the messages of four simultaneous writers once and in the same order", async () => {
  const chat = await newChat();
  const readers = await Promise.all(
    [olga.api, max.api, olga.api, max.api].map((api) => follow(api, `/chats/${chat.id}/events`)),
  );
  const writers = [olga.api, max.api, olga.api, max.api].map(async (api, writer) => {
    for (let n = 0; n < 10; n++)
      await api.multipart(`/chats/${chat.id}/messages`, { message_input: `${writer} says ${n}` });
  });
  await Promise.all(writers);
  await say(chat, "the end");
  const stored = [];
  for (let before: number | undefined; ; ) {
    const page = (
      await olga.api.get(`/chats/${chat.id}/messages?size=100${before ? `&message_id=${before}` : ""}`)
    ).body;
    stored.unshift(...page.map(({ id }: { id: number }) => id));
    if (page.length < 100) break;
    before = page[0].id;
  }
  for (const reader of readers) {
    await reader.ended(({ data }) => data.message?.message === "the end");
    const told = reader.events.filter(({ event }) => event === "message.created");
    expect(told.map(({ data }) => data.message.id)).toEqual(stored);
  }
});
