import { beforeAll, expect, test } from "vitest";
import { joined, listen, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";
import { createVisitor } from "@/test/visitor";

/** Covers the team's actions on visitors. */
process.env.RATE_LIMIT_PUBLIC_SESSIONS = "500";
process.env.RATE_LIMIT_VISITOR_MESSAGES_ADDRESS = "500";
const { model, server } = await startServerWithModel();

type Chat = { id: number; uuid: string };
let owner: Awaited<ReturnType<typeof person>>;
let colleague: Awaited<ReturnType<typeof joined>>;
beforeAll(async () => {
  owner = await person(server.url, "Olga Owner");
  colleague = await joined(server.url, owner, "Carl Colleague");
});
const publicChat = async (fields: object = {}): Promise<Chat> =>
  (await owner.api.post("/chats", { name: "Help desk", is_public: true, ...fields })).body;
const visitors = async (chat: Chat, query = "", api = owner.api) =>
  (await api.get(`/chats/${chat.id}/visitors${query}`)).body;
const streamed = (visitor: Awaited<ReturnType<typeof createVisitor>>, path: string) =>
  listen(visitor.api, `${visitor.base}${path}`, { headers: { ...visitor.headers, authorization: "" } });

test("a published chat has a link, which ends when the chat is unpublished", async () => {
  const chat = (await owner.api.post("/chats", { name: "Shop" })).body;
  const on = await owner.api.put(`/chats/${chat.id}/public?is_public=true`);
  expect(on.body).toMatchObject({
    is_public: true,
    public_url: expect.stringMatching(new RegExp(`/public/chats/${chat.uuid}$`)),
  });
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("hello");
  const off = await owner.api.put(`/chats/${chat.id}/public?is_public=false`);
  expect(off.body).toMatchObject({ is_public: false, public_url: null });
  expect((await visitor.say("again")).status).toBe(404);
  expect((await visitor.api.get(`${visitor.base}/messages`, visitor.headers)).status).toBe(404);
  await owner.api.put(`/chats/${chat.id}/public?is_public=true`);
  expect((await visitor.say("again")).status).toBe(404);
});

test("unpublishing a chat ends its open streams, also of running replies", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  const sent = await visitor.say("[[fake tokens=600 delay=50]]");
  const events = await streamed(visitor, "/events");
  const reply = await streamed(visitor, `/streaming/${sent.body.streaming_task_id}`);
  await Promise.all([events.named("ready"), reply.named("text")]);
  await owner.api.put(`/chats/${chat.id}/public?is_public=false`);
  await Promise.all([events.named("never"), reply.named("never")]);
  expect(reply.events.filter(({ event }) => event === "text").length).toBeLessThan(300);
  await owner.api.del(`/chats/${chat.id}`);
});

test("the team lists conversations, searches them and finds the unread ones", async () => {
  const chat = await publicChat();
  const [one, two] = [await createVisitor(server.url, chat), await createVisitor(server.url, chat)];
  await createVisitor(server.url, chat);
  await one.ask("Where is my parcel?");
  await two.ask("What does delivery cost?");
  const all = await visitors(chat);
  expect(all.map(({ name }: { name: string }) => name)).toEqual([
    "What does delivery cost?",
    "Where is my parcel?",
  ]);
  expect(all[0]).toMatchObject({ unread_count: 2, is_blocked: false, is_taken_over: false, page: null });
  expect(await visitors(chat, "?search=PARCEL")).toHaveLength(1);
  expect(await visitors(chat, "?search=100%25")).toHaveLength(0);
  // All words must match as prefixes, and the input is never interpreted as a query.
  for (const [search, count] of [
    ["deliv cost", 1],
    ["deliv parcel", 0],
    ["what’s", 0],
    [`cost' | 'parcel & !\\ :* <->`, 0],
    ["' \\ ?!", 0],
  ] as const)
    expect([search, (await visitors(chat, `?search=${encodeURIComponent(search)}`)).length]).toEqual([
      search,
      count,
    ]);
  const [{ chat_id, last_message }] = all;
  await owner.api.post(`/chats/${chat_id}/read`, { message_id: last_message.id });
  expect(await visitors(chat, "?only_unread=true")).toHaveLength(1);
  const page = await owner.api.get(`/chats/${chat.id}/visitors?page_size=1`);
  expect([page.body.length, page.headers.get("x-total-count")]).toEqual([1, "2"]);
});

test("a takeover by a member silences the assistant until it is handed back", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("hello");
  const [{ chat_id }] = await visitors(chat);
  const events = await streamed(visitor, "/events");
  await events.named("ready");
  const taken = await owner.api.post(`/chats/${chat_id}/take-over`);
  expect(taken.body).toMatchObject({ is_taken_over: true, taken_over_by: { full_name: "Olga Owner" } });
  expect((await events.named("takeover"))!.data).toEqual({ is_taken_over: true });
  expect((await visitor.say("anybody there?")).body.streaming_task_id).toBeNull();
  await owner.api.multipart(`/chats/${chat_id}/messages`, { message_input: "Yes, I am." });
  const heard = await events.ended(({ data }) => data.message?.role === "team");
  expect(heard!.data.message.message).toBe("Yes, I am.");
  expect((await owner.api.post(`/chats/${chat_id}/hand-back`)).body.is_taken_over).toBe(false);
  await visitor.ask("thanks");
  expect((await visitor.read()).at(-1)).toMatchObject({ role: "assistant" });
  events.close();
});

test("a running reply is stopped by a takeover and keeps its partial text", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  const sent = await visitor.say("[[fake tokens=500 delay=20]]");
  const reply = await streamed(visitor, `/streaming/${sent.body.streaming_task_id}`);
  await reply.named("text");
  const [{ chat_id }] = await visitors(chat);
  expect((await owner.api.post(`/chats/${chat_id}/take-over`)).status).toBe(200);
  expect((await reply.named("done"))!.data).toMatchObject({ status: "cancelled", finished: true });
  const written = (await visitor.read()).at(-1)!;
  expect(written).toMatchObject({ role: "assistant", stopped: true, error: null });
  expect(written.message).toMatch(/^w0/);
  expect(written.message).not.toContain("w499");
});

test("muting or unmuting a public chat applies to its conversations", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("hello");
  const [{ chat_id }] = await visitors(chat);
  const isMuted = async () => (await owner.api.get(`/chats?parent_chat_id=${chat.id}`)).body[0].muted;
  await owner.api.patch(`/chats/${chat.id}/me`, { starred: true });
  expect(await isMuted()).toBe(false);
  await owner.api.patch(`/chats/${chat.id}/me`, { muted: true });
  expect(await isMuted()).toBe(true);
  await owner.api.patch(`/chats/${chat_id}/me`, { muted: false });
  expect(await isMuted()).toBe(false);
  expect((await owner.api.patch(`/chats/${chat.id}/me`, {})).body.muted).toBe(true);
});

test("a blocked visitor can neither read nor write until they are unblocked", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("rude words");
  const events = await streamed(visitor, "/events");
  await events.named("ready");
  const [{ chat_id }] = await visitors(chat);
  const path = `/chats/${chat.id}/visitors/${chat_id}`;
  expect((await owner.api.post(`${path}/block`)).body.is_blocked).toBe(true);
  await events.named("never");
  const refused = await visitor.say("more");
  expect([refused.status, refused.body.message]).toEqual([403, "The team has ended this conversation."]);
  expect((await visitor.api.get(`${visitor.base}/messages`, visitor.headers)).status).toBe(403);
  expect((await visitor.api.send("DELETE", `${visitor.base}/conversation`, visitor)).status).toBe(403);
  await owner.api.post(`${path}/unblock`);
  expect((await visitor.say("sorry")).status).toBe(200);
  const log = (await owner.api.get(`/groups/${owner.group.id}/audit-log`)).body;
  expect(log.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
    "visitor_unblocked",
    "visitor_blocked",
    "chat_published",
  ]);
});

test("members of a public chat join and leave its conversations with it", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("hello");
  const [{ chat_id }] = await visitors(chat);
  const status = async () => (await colleague.api.get(`/chats/${chat_id}/messages`)).status;
  expect(await status()).toBe(404);
  await owner.api.post(`/chats/${chat.id}/members`, { user_ids: [colleague.user.id], role: "admin" });
  expect(await status()).toBe(200);
  expect((await visitors(chat, "", colleague.api))[0]).toMatchObject({ unread_count: 0 });
  const roleIn = async (id: number) => (await colleague.api.get(`/chats/${id}`)).body.my_role;
  expect(await roleIn(chat_id)).toBe("admin");
  await owner.api.patch(`/chats/${chat.id}/members/${colleague.user.id}`, { role: "member" });
  expect(await roleIn(chat_id)).toBe("member");
  await owner.api.del(`/chats/${chat.id}/members`, { user_ids: [colleague.user.id] });
  expect(await status()).toBe(404);
});

test("conversations are deleted with their public chat, and a deleted one is 404 for its visitor", async () => {
  const chat = await publicChat();
  const [one, two] = [await createVisitor(server.url, chat), await createVisitor(server.url, chat)];
  await one.ask("one");
  await two.ask("two");
  const [newer, older] = await visitors(chat);
  await owner.api.del(`/chats/${older.chat_id}`);
  expect((await one.say("still here?")).status).toBe(404);
  await owner.api.del(`/chats/${chat.id}`);
  expect((await owner.api.get(`/chats/${newer.chat_id}`)).status).toBe(404);
  expect((await two.say("still here?")).status).toBe(404);
});

test("a visitor can start a new conversation, and the team keeps the earlier one", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("the first time");
  expect((await visitor.api.send("DELETE", `${visitor.base}/conversation`, visitor)).status).toBe(200);
  expect(await visitor.read()).toEqual([]);
  await visitor.ask("the second time");
  expect(JSON.stringify(model.requests.at(-1))).not.toContain("the first time");
  expect((await visitors(chat)).map((row: { has_left: boolean }) => row.has_left)).toEqual([false, true]);
});

test("the usage of a public chat is counted by day", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("hello");
  await visitor.ask("[[fake 401]]");
  const { body } = await owner.api.get(`/chats/${chat.id}/public-usage?days=7`);
  expect(body).toHaveLength(7);
  expect(body[6]).toMatchObject({
    day: new Date().toISOString().slice(0, 10),
    conversations: 1,
    messages: 2,
    unanswered: 1,
  });
  expect(body[6].input_tokens).toBeGreaterThan(0);
  expect(body[0]).toMatchObject({ conversations: 0, input_tokens: 0 });
});
