import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { knownVisitors, publicSessions } from "@/db/schema/public-chats";
import { joined, listen, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";
import { createVisitor } from "@/test/visitor";

/** Covers the list of all conversations with visitors and the team's actions on them. */
process.env.RATE_LIMIT_PUBLIC_SESSIONS = "500";
process.env.RATE_LIMIT_VISITOR_MESSAGES_ADDRESS = "500";
const { server } = await startServerWithModel();

type Chat = { id: number; uuid: string };
type Conversation = { chat_id: number; name: string; status: string };
type Person = Awaited<ReturnType<typeof person>>;
let owner: Person;
let colleague: Person;
let outsider: Person;
beforeAll(async () => {
  owner = await person(server.url, "Olga Owner");
  colleague = (await joined(server.url, owner, "Carl Colleague")) as Person;
  outsider = (await joined(server.url, owner, "Otto Outside")) as Person;
});

const publicChat = async (): Promise<Chat> => {
  const chat = (await owner.api.post("/chats", { name: "Help desk", is_public: true })).body;
  await owner.api.post(`/chats/${chat.id}/members`, { user_ids: [colleague.user.id] });
  return chat;
};
const inbox = async (query: string, { api } = owner) => (await api.get(`/inbox/conversations?${query}`)).body;
const names = async (query: string, who = owner): Promise<string[]> =>
  (await inbox(query, who)).conversations.map(({ name }: Conversation) => name);
const counts = async ({ api } = owner) => (await api.get("/inbox")).body;
const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString();

// Creates a visitor who has asked a question, and returns the conversation.
async function asked(chat: Chat, text: string) {
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask(text);
  const [found] = (await owner.api.get(`/chats/${chat.id}/visitors?search=${encodeURIComponent(text)}`)).body;
  const change = (body: object, { api } = owner) => api.patch(`/chats/${found.chat_id}/visitor`, body);
  return { ...visitor, id: found.chat_id as number, change };
}

test("all public chats of a person share one inbox, which other people do not see", async () => {
  const [one, two] = [await publicChat(), await publicChat()];
  await asked(one, "Where is my parcel?");
  await asked(two, "What does delivery cost?");
  expect(await names("")).toEqual(["What does delivery cost?", "Where is my parcel?"]);
  expect(await names(`public_chat_id=${one.id}`)).toEqual(["Where is my parcel?"]);
  expect(await names("search=PARCEL", colleague)).toEqual(["Where is my parcel?"]);
  expect(await names("", outsider)).toEqual([]);
  expect(await counts(outsider)).toEqual({ unassigned: 0, mine: 0, waiting: 0, unread: 0, public_chats: [] });
  const { public_chats, ...numbers } = await counts();
  expect(numbers).toEqual({ unassigned: 2, mine: 0, waiting: 0, unread: 2 });
  expect(public_chats).toEqual(expect.arrayContaining([{ id: one.id, uuid: one.uuid, name: "Help desk" }]));
  for (const chat of [one, two]) await owner.api.del(`/chats/${chat.id}`);
});

test("a conversation is assigned to a member, and unassigned when they leave", async () => {
  const chat = await publicChat();
  const mine = await asked(chat, "assigned");
  const assigned = await mine.change({ assigned_to: colleague.user.id });
  expect(assigned.body).toMatchObject({ status: "open", assigned_to: { full_name: "Carl Colleague" } });
  const q = `public_chat_id=${chat.id}&box=`;
  expect(await names(`${q}mine`, colleague)).toEqual(["assigned"]);
  expect(await names(`${q}unassigned`, colleague)).toEqual([]);
  expect(await names(`${q}mine`)).toEqual([]);
  const refused = await mine.change({ assigned_to: outsider.user.id, is_closed: true });
  expect(refused.status).toBe(422);
  expect(refused.body.message ?? JSON.stringify(refused.body)).toContain("member of the chat");
  expect((await inbox(`${q}mine`, colleague)).conversations[0].status).toBe("open");
  await owner.api.del(`/chats/${chat.id}/members`, { user_ids: [colleague.user.id] });
  expect(await names(`${q}unassigned`)).toEqual(["assigned"]);
  expect((await inbox(`${q}all`)).conversations[0].assigned_to).toBeNull();
  await mine.change({ assigned_to: null });
});

test("a visitor's message reopens a closed conversation and counts as unread", async () => {
  const chat = await publicChat();
  const one = await asked(chat, "closed");
  await one.change({ assigned_to: owner.user.id });
  const q = `public_chat_id=${chat.id}&box=`;
  const [{ last_message }] = (await inbox(`${q}mine`)).conversations;
  await owner.api.post(`/chats/${one.id}/read`, { message_id: last_message.id });
  const closed = await one.change({ is_closed: true });
  expect(closed.body).toMatchObject({
    status: "closed",
    assigned_to: { id: owner.user.id },
    unread_count: 0,
  });
  expect(await names(`${q}all`)).toEqual([]);
  expect(await names(`${q}closed`)).toEqual(["closed"]);
  const { closed_at } = closed.body;
  expect((await one.change({ is_closed: true })).body.closed_at).toBe(closed_at);
  // Messages of the team don't reopen it.
  await owner.api.multipart(`/chats/${one.id}/messages`, { message_input: "All done." });
  expect(await names(`${q}closed`)).toEqual(["closed"]);
  const before = (await counts()).unread;
  await one.ask("One more thing");
  expect((await inbox(`${q}mine`)).conversations[0]).toMatchObject({ status: "open", closed_at: null });
  expect((await counts()).unread).toBe(before + 1);
  expect((await one.change({ is_closed: true })).body.status).toBe("closed");
  expect((await one.change({ is_closed: false })).body.status).toBe("open");
});

test("a snoozed conversation is hidden until its time or the visitor's next message", async () => {
  const chat = await publicChat();
  const one = await asked(chat, "snoozed");
  const q = `public_chat_id=${chat.id}&box=`;
  const until = inTenMinutes();
  expect((await one.change({ snoozed_until: until })).body).toMatchObject({
    status: "snoozed",
    snoozed_until: until,
  });
  expect(await names(`${q}unassigned`)).toEqual([]);
  expect((await inbox(`${q}all`)).conversations).toMatchObject([{ status: "snoozed" }]);
  await one.ask("Still there?");
  expect((await inbox(`${q}unassigned`)).conversations).toMatchObject([
    { status: "open", snoozed_until: null },
  ]);
  for (const [body, sentence] of [
    [{ snoozed_until: "2020-01-01T00:00:00Z" }, "in the future"],
    [{ snoozed_until: inTenMinutes(), is_closed: true }, "can't be snoozed"],
    [{ snoozed_until: "tomorrow" }, "snoozed_until"],
  ] as const) {
    const answer = await one.change(body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining(sentence)]);
  }
  await one.change({ is_closed: true });
  expect((await one.change({ snoozed_until: inTenMinutes() })).body.status).toBe("snoozed");
  // The snooze ends when its time passes, without a request.
  await db()
    .update(publicSessions)
    .set({ snoozedUntil: new Date(Date.now() - 1000) })
    .where(eq(publicSessions.conversationId, one.id));
  expect((await inbox(`${q}unassigned`)).conversations).toMatchObject([
    { status: "open", snoozed_until: null },
  ]);
});

test("visitors who wait for the team come first, the longest waiting at the top, page by page", async () => {
  const chat = await publicChat();
  const all = [];
  for (const text of ["first", "second", "third", "fourth", "fifth"]) all.push(await asked(chat, text));
  for (const [index, minutes] of [
    [1, 5],
    [3, 9],
  ] as const)
    await db()
      .update(publicSessions)
      .set({ waitingSince: new Date(Date.now() - minutes * 60_000), handoverReason: "requested" })
      .where(eq(publicSessions.conversationId, all[index]!.id));
  await owner.api.patch(`/chats/${all[0]!.id}/me`, { starred: true });
  const expected = ["fourth", "second", "fifth", "third", "first"];
  for (const size of [1, 2, 5]) {
    const found: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await inbox(
        `public_chat_id=${chat.id}&box=unassigned&size=${size}${cursor && `&cursor=${cursor}`}`,
      );
      expect(page.conversations.length).toBeLessThanOrEqual(size);
      found.push(...page.conversations.map(({ name }: Conversation) => name));
      cursor = page.next_cursor;
    }
    expect(found).toEqual(expected);
  }
  expect((await counts()).waiting).toBe(2);
  const done = await all[3]!.change({ is_closed: true });
  expect(done.body).toMatchObject({ waiting_since: null, handover_reason: "requested" });
  expect((await counts()).waiting).toBe(1);
  expect((await owner.api.get("/inbox/conversations?cursor=nonsense")).status).toBe(422);
});

test("earlier conversations are those of the same session or the same signed-in visitor only", async () => {
  const chat = await publicChat();
  const one = await asked(chat, "the first time");
  await one.api.send("DELETE", `${one.base}/conversation`, one);
  await one.ask("the second time");
  const other = await asked(chat, "somebody else");
  const elsewhere = await asked(chat, "on another device");
  const earlier = async (id: number): Promise<string[]> =>
    (await owner.api.get(`/chats/${id}/earlier-conversations`)).body.map(({ name }: Conversation) => name);
  expect(await earlier(one.id)).toEqual(["the second time"]);
  expect(await earlier(other.id)).toEqual([]);
  const [known] = await db()
    .insert(knownVisitors)
    .values({ chatId: chat.id, externalId: "u1", name: "Vera Visitor", email: "vera@shop.example" })
    .returning();
  for (const { id } of [one, elsewhere])
    await db()
      .update(publicSessions)
      .set({ knownVisitorId: known!.id })
      .where(eq(publicSessions.conversationId, id));
  expect(await earlier(elsewhere.id)).toEqual(["the first time"]);
  expect(await names(`public_chat_id=${chat.id}&search=vera`)).toEqual([
    "on another device",
    "the first time",
  ]);
  expect((await owner.api.get(`/chats/${one.id}/visitor`)).body.identity).toMatchObject({
    id: "u1",
    name: "Vera Visitor",
    email: "vera@shop.example",
  });
  expect((await outsider.api.get(`/chats/${one.id}/earlier-conversations`)).status).toBe(404);
});

test("the team sees the browser of a visitor", async () => {
  const chat = await publicChat();
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const visitor = await createVisitor(server.url, chat, undefined, { "user-agent": agent });
  await visitor.ask("hello");
  const [found] = (await inbox(`public_chat_id=${chat.id}`)).conversations;
  expect(found).toMatchObject({ browser: "Firefox on Linux", public_chat_name: "Help desk", rating: null });
});

describe("internal notes", () => {
  test("are read by the team, but not by visitors and models, and deleted by their author", async () => {
    const chat = await publicChat();
    const one = await asked(chat, "hello");
    const path = `/chats/${one.id}/notes`;
    const added = await colleague.api.post(path, { text: "  CANARY: a difficult one  " });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      text: "CANARY: a difficult one",
      author: { full_name: "Carl Colleague" },
    });
    expect((await owner.api.get(path)).body).toEqual([added.body]);
    expect((await owner.api.del(`${path}/${added.body.id}`)).status).toBe(403);
    expect((await outsider.api.get(path)).status).toBe(404);
    expect((await outsider.api.post(path, { text: "hello" })).status).toBe(404);
    expect((await owner.api.post(path, { text: " " })).status).toBe(422);
    // A chat that isn't a visitor's conversation has no notes.
    expect((await owner.api.post(`/chats/${chat.id}/notes`, { text: "hello" })).status).toBe(404);
    await one.ask("What do you know of me?");
    const seen = [await one.read(), (await one.api.get(`${one.base}/export`, one.headers)).body];
    expect(JSON.stringify(seen)).not.toContain("CANARY");
    expect((await colleague.api.del(`${path}/${added.body.id}`)).status).toBe(200);
    expect((await owner.api.get(path)).body).toEqual([]);
  });
});

describe("saved replies", () => {
  test("are used by everyone in the group and changed by their creator and admins", async () => {
    const made = await colleague.api.post("/saved-replies", { name: "Hours", text: "We open at nine." });
    expect(made.status).toBe(201);
    const path = `/saved-replies/${made.body.id}`;
    expect((await outsider.api.get("/saved-replies")).body).toEqual([made.body]);
    expect((await outsider.api.patch(path, { text: "Never." })).status).toBe(403);
    expect((await outsider.api.del(path)).status).toBe(403);
    const again = await outsider.api.post("/saved-replies", { name: "Hours", text: "Again" });
    expect([again.status, again.body.message]).toEqual([
      409,
      "There is already a saved reply named “Hours”.",
    ]);
    expect((await owner.api.patch(path, { text: "We open at ten." })).body).toMatchObject({
      name: "Hours",
      text: "We open at ten.",
      created_by: { full_name: "Carl Colleague" },
    });
    const stranger = await person(server.url, "Stella Stranger");
    expect((await stranger.api.get("/saved-replies")).body).toEqual([]);
    expect((await stranger.api.patch(path, { text: "Mine." })).status).toBe(404);
    expect((await stranger.api.del(path)).status).toBe(404);
    expect((await colleague.api.del(path)).status).toBe(200);
    expect((await owner.api.get("/saved-replies")).body).toEqual([]);
  });
});

test("the team sees that a visitor types, and the visitor that the team does, without a name", async () => {
  const chat = await publicChat();
  const one = await asked(chat, "hello");
  const other = await asked(chat, "another visitor");
  const follow = (visitor: typeof one) =>
    listen(visitor.api, `${visitor.base}/events`, { headers: { ...visitor.headers, authorization: "" } });
  const [team, visitor, stranger] = [
    await listen(colleague.api, `/chats/${one.id}/events`),
    await follow(one),
    await follow(other),
  ];
  await Promise.all([team, visitor, stranger].map((events) => events.named("ready")));
  const told = await one.api.send("POST", `${one.base}/typing`, one);
  expect([told.status, told.body]).toEqual([200, { success: true }]);
  expect((await team.named("typing"))!.data).toMatchObject({
    chat_id: one.id,
    user_id: null,
    full_name: "",
  });
  await owner.api.post(`/chats/${one.id}/typing`);
  expect((await visitor.named("typing"))!.data).toEqual({});
  await owner.api.post(`/chats/${other.id}/typing`);
  await stranger.named("typing");
  expect(stranger.events.filter(({ event }) => event === "typing")).toHaveLength(1);
  const foreign = { headers: { "x-session-id": "nonsense" } };
  expect((await one.api.send("POST", `${one.base}/typing`, foreign)).status).toBe(404);
  for (const events of [team, visitor, stranger]) events.close();
});

test("colleagues receive changes of a conversation", async () => {
  const chat = await publicChat();
  const one = await asked(chat, "hello");
  const events = await listen(colleague.api, `/chats/${one.id}/events`);
  await events.named("ready");
  await one.change({ is_closed: true });
  expect((await events.named("chat.updated"))!.data).toMatchObject({ chat_id: one.id, fields: ["visitor"] });
  events.close();
});
