import { afterEach, expect, test, vi } from "vitest";
import { client } from "@/test/client";
import { startHelpDesk } from "@/test/help-desk";
import { query } from "@/test/query";
import { createVisitor } from "@/test/visitor";
import { sweep } from "./sessions";

/** Covers visitors' limits and the lifetime of sessions. */
const { model, server, staff, publicChat } = await startHelpDesk({
  RATE_LIMIT_PUBLIC_SESSIONS: "8",
  RATE_LIMIT_VISITOR_MESSAGES: "3",
  RATE_LIMIT_VISITOR_MESSAGES_ADDRESS: "5",
  TRUST_PROXY: "1",
});

let addresses = 0;
// Returns a new address, for tests that aren't about addresses.
const address = () => ({ "x-forwarded-for": `198.51.100.${++addresses}` });
// Freezes the clock at the start of a minute, so that all calls of a test count in the same window.
const freezeAtMinuteStart = () =>
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 60_000) * 60_000 });
afterEach(() => void vi.useRealTimers());

test("sessions are limited per address, and per /64 network for IPv6", async () => {
  freezeAtMinuteStart();
  const chat = await publicChat();
  const begin = async (from: string) => {
    const path = `/public/chats/${chat.uuid}/public-session`;
    return client(server.url).post(path, {}, { "x-forwarded-for": from });
  };
  const from = (host: number) => `2001:db8:1:2:${host}::1`;
  for (let host = 1; host <= 8; host++) expect((await begin(from(host))).status).toBe(200);
  const refused = await begin(from(9));
  expect([refused.status, refused.body.retry_after]).toEqual([429, expect.any(Number)]);
  expect((await begin("2001:db8:1:3::1")).status).toBe(200);
});

test("messages are limited per session and per address", async () => {
  freezeAtMinuteStart();
  const chat = await publicChat({ virtual_assistant_id: null });
  const from = address();
  const [one, two, three] = [
    await createVisitor(server.url, chat, undefined, address()),
    await createVisitor(server.url, chat, undefined, address()),
    await createVisitor(server.url, chat, undefined, address()),
  ];
  const statuses = [];
  for (let count = 1; count <= 4; count++) statuses.push((await one.say("hello", {}, address())).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const busy = [];
  for (let count = 1; count <= 3; count++) busy.push((await two.say("hello", {}, from)).status);
  for (let count = 1; count <= 3; count++) busy.push((await three.say("hello", {}, from)).status);
  expect(busy).toEqual([200, 200, 200, 200, 200, 429]);
});

test("a chat without tokens for the day calls no model and returns 429", async () => {
  const chat = await publicChat({ extra: { PUBLIC_CHAT_DAILY_TOKENS: 5 } });
  const visitor = await createVisitor(server.url, chat, undefined, address());
  const { id } = await visitor.ask("hello");
  const calls = model.calls;
  const refused = await visitor.say("again", {}, address());
  expect([refused.status, refused.body.message]).toEqual([
    429,
    "This chat accepts no more messages today. Please come back tomorrow.",
  ]);
  expect(refused.body.retry_after).toBeLessThanOrEqual(86_400);
  const again = await visitor.api.post(`${visitor.base}/messages/${id}/retry`, undefined, visitor.headers);
  expect(again.status).toBe(429);
  expect(model.calls).toBe(calls);
  expect((await visitor.api.get(`${visitor.base}/settings`)).body.is_paused).toBe(true);
  // Deleting the conversation doesn't refund tokens.
  const [{ chat_id }] = (await staff.api.get(`/chats/${chat.id}/visitors`)).body;
  await staff.api.del(`/chats/${chat_id}`);
  expect((await visitor.api.get(`${visitor.base}/settings`)).body.is_paused).toBe(true);
});

test("a chat without tokens for the month returns 429 until its end", async () => {
  const chat = await publicChat({
    extra: { PUBLIC_CHAT_DAILY_TOKENS: 1_000_000, PUBLIC_CHAT_MONTHLY_TOKENS: 5 },
  });
  const visitor = await createVisitor(server.url, chat, undefined, address());
  await visitor.ask("hello");
  const refused = await visitor.say("again", {}, address());
  expect([refused.status, refused.body.message]).toEqual([
    429,
    "This chat accepts no more messages this month. Please come back next month.",
  ]);
  expect(refused.body.retry_after).toBeLessThanOrEqual(31 * 86_400);
  const { rows } = (await staff.api.get(`/usage?by=member&chat_id=${chat.id}`)).body;
  expect(rows).toMatchObject([{ key: "0", name: null, replies: 1 }]);
});

test("a chat without budget for the month returns 429 until its end, and its owners see its spending", async () => {
  const extra = {
    PUBLIC_CHAT_MONTHLY_COST: 0.5,
    PUBLIC_CHAT_DAILY_COST: "1000",
    PUBLIC_CHAT_MONTHLY_TOKENS: 900_000,
  };
  const chat = await publicChat({ extra });
  const visitor = await createVisitor(server.url, chat, undefined, address());
  const spending = async () => (await staff.api.get(`/chats/${chat.id}/spending`)).body;
  await visitor.ask("hello");
  const free = await spending();
  expect(free).toMatchObject({
    today: { cost: null, most_cost: 1000, most_tokens: null, is_used_up: false },
    month: { cost: null, most_cost: 0.5, most_tokens: 900_000, is_used_up: false },
  });
  expect(free.month.tokens).toBeGreaterThan(0);
  expect(free).toMatchObject({ unpriced_tokens: free.month.tokens, today: { tokens: free.month.tokens } });
  const [{ key: model }] = (await staff.api.get(`/usage?by=model&chat_id=${chat.id}`)).body.rows;
  // Prices are per million tokens, so that each token costs 0.1.
  await staff.api.put("/usage/prices", { prices: [{ model, input: 100_000, output: 100_000 }] });
  expect(await spending()).toMatchObject({
    unpriced_tokens: 0,
    today: { is_used_up: false },
    month: { cost: expect.closeTo(free.month.tokens / 10), is_used_up: true },
  });
  const refused = await visitor.say("again", {}, address());
  expect([refused.status, refused.body.message]).toEqual([
    429,
    "This chat accepts no more messages this month. Please come back next month.",
  ]);
  await staff.api.put("/usage/prices", { prices: [] });
  expect((await visitor.say("again", {}, address())).status).toBe(200);
});

test("a session lasts 30 days after its last use, at most 180, and one day without a message", async () => {
  const chat = await publicChat({ virtual_assistant_id: null });
  const session = async (aged: { created?: string; used?: string }, says = true) => {
    const visitor = await createVisitor(server.url, chat, undefined, address());
    if (says) await visitor.say("hello", {}, address());
    await query`update public_sessions set created_at = now() - ${aged.created ?? "0"}::interval,
      last_used_at = now() - ${aged.used ?? "0"}::interval
      where id = (select max(id) from public_sessions)`;
    return async () => (await visitor.api.get(`${visitor.base}/messages`, visitor.headers)).status;
  };
  const young = await session({ created: "179 days", used: "29 days" });
  expect(await young()).toBe(200);
  expect(await (await session({ created: "31 days", used: "31 days" }))()).toBe(404);
  expect(await (await session({ created: "181 days" }))()).toBe(404);
  const silent = await session({ created: "25 hours", used: "25 hours" }, false);
  await sweep();
  expect([await silent(), await young()]).toEqual([404, 200]);
});
