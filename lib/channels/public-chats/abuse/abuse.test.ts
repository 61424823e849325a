import { createHmac } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { solveChallenge } from "@/components/public-chat/page/proof";
import { startHelpDesk } from "@/test/help-desk";
import { query } from "@/test/query";
import { createVisitor } from "@/test/visitor";

// The tests control this machine's clock, which differs from the database's.
vi.mock("@/lib/platform/clock", async (actual) => ({
  ...(await actual<typeof import("@/lib/platform/clock")>()),
  now: () => Date.now(),
}));

/** Covers protection against floods: proof of work, rate limits, and blocking. */
const { server, staff, publicChat } = await startHelpDesk({
  TRUST_PROXY: "1",
  RATE_LIMIT_VISITOR_MESSAGES: "100",
});

type Chat = { id: number; uuid: string };
type Visitor = Awaited<ReturnType<typeof createVisitor>>;
type Challenge = { challenge: string | null; bits: number };

const quiet = () => publicChat({ virtual_assistant_id: null });
async function published(rules: { challenge?: string; messages_per_visitor?: number }): Promise<Chat> {
  const chat = await quiet();
  const { challenge = "flooded", messages_per_visitor: most = null } = rules;
  await query`insert into publications (chat_id, challenge, messages_per_visitor)
    values (${chat.id}, ${challenge}, ${most})`;
  return chat;
}
const from = (address: string) => ({ "x-forwarded-for": address });
const comes = (chat: Chat, address = "198.51.100.1") =>
  createVisitor(server.url, chat, undefined, from(address));
const getChallenge = async (visitor: Visitor): Promise<Challenge> =>
  (await visitor.api.get(`${visitor.base}/challenge`, visitor.headers)).body;
const proofs = async (visitor: Visitor) => ({ proof: solveChallenge(await getChallenge(visitor)) });
const status = async (answer: Promise<{ status: number }>) => (await answer).status;

afterEach(() => void vi.useRealTimers());

test("a first message requires a proof of work where the chat demands it, and later ones do not", async () => {
  const chat = await published({ challenge: "always" });
  const visitor = await comes(chat);
  const refused = await visitor.say("hello");
  expect([refused.status, refused.body.message]).toEqual([
    428,
    "Many visitors are writing at the moment. Solve the challenge first.",
  ]);
  expect(await visitor.read()).toEqual([]);
  expect(await getChallenge(visitor)).toMatchObject({ bits: 16 });
  const proof = await proofs(visitor);
  const once = { "idempotency-key": "first" };
  expect(await status(visitor.say("hello", proof, once))).toBe(200);
  expect(await status(visitor.say("again"))).toBe(200);
  expect(await getChallenge(visitor)).toEqual({ challenge: null, bits: 0 });
  // A new conversation needs a new proof of work, since each is single-use.
  await visitor.api.del(`${visitor.base}/conversation`, undefined, visitor.headers);
  expect(await status(visitor.say("hello", proof))).toBe(428);
  expect(await status(visitor.say("hello", await proofs(visitor)))).toBe(200);
});

test("proofs of other visitors, wrong, forged and expired proofs are refused", async () => {
  const chat = await published({ challenge: "always" });
  const [visitor, other] = [await comes(chat), await comes(chat)];
  const { challenge, bits } = await getChallenge(visitor);
  const proof = solveChallenge({ challenge, bits });
  // Wrong proofs: the number after the solution, a changed challenge, and malformed text.
  const [, before, attempt] = /^(.*)\.(\d+)$/.exec(proof)!;
  const easier = challenge!.replace(/^(\d+)\.16\./, "$1.0.");
  const later = challenge!.replace(/\.(\d{10})\./, (_, time) => `.${Number(time) + 1}.`);
  for (const wrong of [
    `${before}.${Number(attempt) + 1}`,
    solveChallenge({ challenge: easier, bits: 0 }),
    solveChallenge({ challenge: later, bits }),
    challenge!,
    "",
    ".",
  ])
    expect(await status(visitor.say("hello", { proof: wrong }))).toBe(428);
  expect(await status(other.say("hello", { proof }))).toBe(428);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
  expect(await status(visitor.say("hello", { proof }))).toBe(428);
  vi.useRealTimers();
  expect(await status(visitor.say("hello", { proof }))).toBe(200);
});

test("a flood of sessions requires proofs from new visitors of the chat only, with rising difficulty", async () => {
  const chat = await quiet();
  const never = await published({ challenge: "never" });
  const early = await comes(chat);
  expect(await status(early.say("hello"))).toBe(200);
  const flood = (of: Chat, count: number) => query`
    insert into public_sessions (chat_id, hash, epoch)
    select ${of.id}, ${of.uuid} || random() || n, 0 from generate_series(1, ${count}::int) n`;
  await flood(chat, 25);
  const ordinary = await comes(chat);
  expect(await getChallenge(ordinary)).toEqual({ challenge: null, bits: 0 });
  await flood(chat, 10);
  await flood(never, 300);
  expect(await status(ordinary.say("hello"))).toBe(428);
  expect(await status(early.say("still here"))).toBe(200);
  expect(await status((await comes(await quiet())).say("elsewhere"))).toBe(200);
  expect(await status((await comes(never)).say("hello"))).toBe(200);
  expect((await getChallenge(ordinary)).bits).toBe(16);
  await flood(chat, 100);
  expect((await getChallenge(ordinary)).bits).toBe(18);
  await flood(chat, 2000);
  expect((await getChallenge(ordinary)).bits).toBe(20);
  await query`update public_sessions set created_at = now() - interval '2 minutes' where chat_id = ${chat.id}`;
  expect(await status(ordinary.say("hello"))).toBe(200);
});

test("a visitor has a daily limit of messages across conversations, and the error says when it ends", async () => {
  const chat = await published({ messages_per_visitor: 2 });
  const [visitor, other] = [await comes(chat), await comes(chat)];
  expect(await status(visitor.say("one"))).toBe(200);
  await visitor.api.del(`${visitor.base}/conversation`, undefined, visitor.headers);
  expect(await status(visitor.say("two"))).toBe(200);
  const refused = await visitor.say("three");
  expect([refused.status, refused.body.message]).toEqual([
    429,
    expect.stringMatching(
      /^A visitor can send 2 messages in 24 hours. Please come back in \d+ (minute|hour)s?\.$/,
    ),
  ]);
  expect(refused.body.retry_after).toBeLessThanOrEqual(86_400);
  expect(await status(other.say("one"))).toBe(200);
});

test("a known visitor has one daily limit of messages on all devices", async () => {
  const chat = await published({ messages_per_visitor: 2 });
  const { secret } = (await staff.api.post(`/chats/${chat.id}/identity-secret`)).body;
  const who = { id: "4711", hash: createHmac("sha256", secret).update("4711").digest("hex") };
  const statuses = [];
  for (const address of ["198.51.100.1", "198.51.100.2", "198.51.100.3"]) {
    const visitor = await comes(chat, address);
    const { session_id } = (await visitor.api.post(`${visitor.base}/identity`, who, visitor.headers)).body;
    statuses.push(await status(visitor.say("hello", {}, { "x-session-id": session_id })));
  }
  expect(statuses).toEqual([200, 200, 429]);
});

test("a block applies to new sessions of the address for a day, but not to others", async () => {
  const chat = await quiet();
  const elsewhere = await quiet();
  const address = "203.0.113.7";
  const colleague = await comes(chat, address);
  await colleague.say("I was here before");
  const prepared = await comes(chat, address);
  const rude = await comes(chat, address);
  await rude.say("Rude");
  const find = async (name: string) =>
    (await staff.api.get(`/chats/${chat.id}/visitors`)).body.find(
      (row: { name: string }) => row.name === name,
    );
  const { chat_id } = await find("Rude");
  await staff.api.post(`/chats/${chat.id}/visitors/${chat_id}/block`);
  expect(await status(rude.say("Still here"))).toBe(403);
  expect(await status(prepared.say("Still here"))).toBe(403);
  const again = await comes(chat, address);
  const refused = await again.say("Still here");
  expect([refused.status, refused.body.message]).toEqual([403, "The team has ended this conversation."]);
  expect(await status(colleague.say("I am somebody else"))).toBe(200);
  expect(await status((await comes(chat, "203.0.113.8")).say("Hello"))).toBe(200);
  expect(await status((await comes(elsewhere, address)).say("Hello"))).toBe(200);

  await query`update public_sessions set blocked_at = blocked_at - interval '25 hours' where chat_id = ${chat.id}`;
  expect(await status((await comes(chat, address)).say("A day later"))).toBe(200);
  expect(await status(again.say("A day later"))).toBe(200);
  expect(await status(rude.say("A day later"))).toBe(403);

  await staff.api.post(`/chats/${chat.id}/visitors/${chat_id}/block`);
  await staff.api.post(`/chats/${chat.id}/visitors/${chat_id}/unblock`);
  expect(await status(rude.say("Sorry"))).toBe(200);
  expect(await status((await comes(chat, address)).say("Sorry"))).toBe(200);
  // A shared address doesn't identify a visitor.
  const near = "192.168.1.20";
  const neighbour = await comes(chat, near);
  await neighbour.say("Rude neighbour");
  await staff.api.post(`/chats/${chat.id}/visitors/${(await find("Rude neighbour")).chat_id}/block`);
  expect(await status((await comes(chat, near)).say("Hello"))).toBe(200);
});
