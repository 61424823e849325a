import { eq } from "drizzle-orm";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { GET as openPage } from "@/app/public/chats/[id]/route";
import { GET as askToStop, POST as stop } from "@/app/public/chats/[id]/stop-mails/route";
import { db } from "@/db/client";
import { publications, publicSessions } from "@/db/schema/public-chats";
import { wakeEngine } from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { listen } from "@/test/client";
import { linkIn, startMailServer } from "@/test/fakes/mail-server";
import { startHelpDesk } from "@/test/help-desk";
import { query } from "@/test/query";
import { createVisitor } from "@/test/visitor";
import { mailAnswers, sweep } from "./mail-answers";

// The tests control this machine's clock, which differs from the database's.
vi.mock("@/lib/platform/clock", async (actual) => ({
  ...(await actual<object>()),
  follow: async () => () => {},
}));

/** Covers answers mailed to absent visitors, and the team's office hours. */
const { server, staff, publicChat } = await startHelpDesk();
const mails = await startMailServer();
afterAll(() => mails.stop());
// Configured after registration, because new accounts need confirmation with a mail server.
config().SMTP_URL = mails.url;
afterEach(() => void vi.useRealTimers());
let people = 0;
const newAddress = () => `vera${++people}@example.test`;
type Chat = Awaited<ReturnType<typeof publicChat>>;
type Visitor = Awaited<ReturnType<typeof createVisitor>>;

const leaveAddress = (visitor: Visitor, email: string | null, language?: string) =>
  visitor.api.put(`${visitor.base}/email`, { email, language }, visitor.headers);
const settings = async ({ api, base, headers }: Visitor) => (await api.get(`${base}/settings`, headers)).body;
// Creates a visitor who wrote, left an e-mail address and closed the page.
async function goneVisitor(chat: Chat, email: string, language?: string) {
  const visitor = await createVisitor(server.url, chat);
  await visitor.say("Is anybody there?");
  const { chat_id: conversation } = (await staff.api.get(`/chats/${chat.id}/visitors`)).body[0];
  expect((await leaveAddress(visitor, email, language)).body).toEqual({ email });
  return { visitor, conversation: conversation as number };
}
const answer = async (conversation: number, message_input: string) => {
  const { body } = await staff.api.multipart(`/chats/${conversation}/messages`, { message_input });
  return body.user_message_id as number;
};
const mailsTo = (email: string) => mails.mails.filter(({ to }) => to.includes(email));
const alone = (fields: object = {}) => publicChat({ virtual_assistant_id: null, ...fields });

const browser = { "user-agent": "Mozilla/5.0", "accept-language": "en" };
const visit = (chat: Chat, address: string, headers: Record<string, string> = browser) =>
  openPage(new Request(address, { headers }), { params: Promise.resolve({ id: chat.uuid }) });
const getPath = (address: string) => new URL(address).pathname;

test("answers during a visitor's absence are sent in one mail, once, with a link to the conversation", async () => {
  const chat = await alone({ name: "Rope shop" });
  const email = newAddress();
  const { visitor, conversation } = await goneVisitor(chat, email, "de-AT");
  const first = await answer(conversation, "Yes, **we** are.");
  const second = await answer(conversation, "What can we do for you? <script>");
  // Each answer waits for further ones, so nothing is mailed yet.
  const waiting = () => query`select wake_at from background_runs
    where function_id = 'answers-mail' and status = 'queued' and wake_at > now() + interval '60 seconds'`;
  await expect.poll(async () => (await waiting()).length).toBe(2);
  await mailAnswers(conversation, first);
  expect(mailsTo(email)).toEqual([]);
  await query`update background_runs set wake_at = now() where function_id = 'answers-mail'`;
  wakeEngine();
  const received = await mails.next(email);
  expect(received.mail.subject).toBe("Antwort von Rope shop");
  expect(received.mail.html).toContain("Yes, <strong>we</strong> are.");
  expect(received.mail.html).toContain('lang="de"');
  expect(received.mail.html).not.toContain("<script>");
  expect(received.mail.text).toContain("What can we do for you?");
  expect(received.raw).not.toContain("Stefanie");
  expect(received.raw).not.toContain(visitor.sid);
  const headers = Object.fromEntries(received.mail.headers.map(({ key, value }) => [key, value]));
  expect(headers["list-unsubscribe"]).toBe(`<${linkIn(received, "stop-mails")}>`);
  expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  await mailAnswers(conversation, second);
  await sweep();
  expect(mailsTo(email)).toHaveLength(1);

  const link = linkIn(received, "mail_link=");
  expect(getPath(link)).toBe(`/public/chats/${chat.uuid}`);
  const opened = await visit(chat, link);
  expect(opened.status).toBe(302);
  const to = new URL(opened.headers.get("location")!, link);
  expect(to.searchParams.has("mail_link")).toBe(false);
  const sid = to.searchParams.get("sid")!;
  expect(sid).not.toBe(visitor.sid);
  const read = async (id: string) => visitor.api.get(`${visitor.base}/messages`, { "x-session-id": id });
  expect((await read(sid)).body).toEqual(await visitor.read());
  expect((await visitor.read()).map(({ message }) => message)).toContain("Yes, **we** are.");
  // Requests of link scanners must not create session ids.
  const keys = async () => (await query`select count(*)::int as n from public_session_keys`)[0]!.n;
  const before = await keys();
  expect((await visit(chat, link, { "user-agent": "Slackbot 1.0" })).status).toBe(200);
  expect(await keys()).toBe(before);
  // The link is valid for this chat, unmodified, and while the address is unchanged.
  const other = await alone();
  expect((await visit(other, link.replace(chat.uuid, other.uuid))).status).toBe(410);
  expect((await visit(chat, `${link.split("?")[0]}?mail_link=${"1.1.".padEnd(47, "A")}`)).status).toBe(410);
  const unsubscribe = linkIn(received, "stop-mails");
  const stopToken = new URL(unsubscribe).searchParams.get("token")!;
  expect((await visit(chat, `${link.split("?")[0]}?mail_link=${stopToken}`)).status).toBe(410);
  await leaveAddress(visitor, newAddress());
  expect((await visit(chat, link)).status).toBe(410);
  expect((await read(sid)).status).toBe(404);
  expect((await read(visitor.sid)).status).toBe(200);
});

test("the link in a mail expires after 30 days", async () => {
  const chat = await alone();
  const email = newAddress();
  const { conversation } = await goneVisitor(chat, email);
  await answer(conversation, "Yes.");
  await mailAnswers(conversation);
  const link = linkIn(await mails.next(email), "mail_link=");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 29 * 86_400_000 });
  expect((await visit(chat, link)).status).toBe(302);
  vi.setSystemTime(Date.now() + 2 * 86_400_000);
  expect((await visit(chat, link)).status).toBe(410);
});

test("a visitor gets no mail while the conversation is open, but for answers after closing it", async () => {
  const chat = await alone();
  const email = newAddress();
  const { visitor, conversation } = await goneVisitor(chat, email);
  const stream = await listen(visitor.api, `${visitor.base}/events`, {
    headers: { ...visitor.headers, authorization: "" },
  });
  await stream.named("ready");
  const seenAt = async () =>
    (
      await db()
        .select({ at: publicSessions.seenAt })
        .from(publicSessions)
        .where(eq(publicSessions.conversationId, conversation))
    )[0]!.at!.getTime();
  await answer(conversation, "You are here.");
  await stream.named("message.created");
  const before = await seenAt();
  stream.close();
  await expect.poll(seenAt).toBeGreaterThan(before);
  await mailAnswers(conversation);
  expect(mailsTo(email)).toEqual([]);
  await answer(conversation, "You have gone.");
  await mailAnswers(conversation);
  const { mail } = await mails.next(email);
  expect(mail.text).toContain("You have gone.");
  expect(mail.text).not.toContain("You are here.");
});

test("an answer whose event was lost is mailed by the sweep", async () => {
  const email = newAddress();
  const { conversation } = await goneVisitor(await alone(), email);
  const id = await answer(conversation, "Late, but here.");
  await sweep();
  expect(mailsTo(email)).toEqual([]);
  await query`update messages set created_at = now() - interval '11 minutes' where id = ${id}`;
  await query`update public_sessions set seen_at = now() - interval '20 minutes'
    where conversation_id = ${conversation}`;
  await sweep();
  expect((await mails.next(email)).mail.text).toContain("Late, but here.");
  await sweep();
  expect(mailsTo(email)).toHaveLength(1);
});

test("a visitor who is blocked, or has removed the address, gets no mail", async () => {
  const chat = await alone();
  const [blocked, silent] = [newAddress(), newAddress()];
  const one = await goneVisitor(chat, blocked);
  await staff.api.post(`/chats/${chat.id}/visitors/${one.conversation}/block`);
  const two = await goneVisitor(chat, silent);
  expect((await leaveAddress(two.visitor, null)).body).toEqual({ email: null });
  for (const { conversation } of [one, two]) {
    await answer(conversation, "Hello?");
    await mailAnswers(conversation);
  }
  const [row] = await query`select count(*)::int as n from mails where "to" in (${blocked}, ${silent})`;
  expect(row!.n).toBe(0);
  expect([...mailsTo(blocked), ...mailsTo(silent)]).toEqual([]);
});

test("the unsubscribe link stops mails after a confirmation, or immediately for mail programs", async () => {
  const chat = await alone();
  const email = newAddress();
  const { visitor, conversation } = await goneVisitor(chat, email, "fr");
  await answer(conversation, "Bonjour");
  await mailAnswers(conversation);
  const address = linkIn(await mails.next(email), "stop-mails");
  const params = Promise.resolve({ id: chat.uuid });
  const asked = await askToStop(new Request(address));
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining("Ne plus recevoir")]);
  expect((await settings(visitor)).email).not.toBeNull();
  const forged = address.replace(/token=[^&]*/, `token=${"1.zzzzzz.".padEnd(52, "A")}`);
  expect((await stop(new Request(forged, { method: "POST" }), { params })).status).toBe(410);
  expect((await settings(visitor)).email).not.toBeNull();
  expect((await stop(new Request(address, { method: "POST" }), { params })).status).toBe(200);
  expect((await settings(visitor)).email).toBeNull();
});

test("an address is validated, returned in part, can be changed, and belongs to the visitor only", async () => {
  const chat = await alone();
  const [visitor, other] = [await createVisitor(server.url, chat), await createVisitor(server.url, chat)];
  expect((await leaveAddress(visitor, "no address")).status).toBe(422);
  expect((await leaveAddress(visitor, "vera@example.test\r\nBcc: all@example.test")).status).toBe(422);
  const nobody = await visitor.api.put(
    `${visitor.base}/email`,
    { email: null },
    { "x-session-id": "nonsense" },
  );
  expect(nobody.status).toBe(404);
  const elsewhere = await alone();
  const foreign = await visitor.api.put(
    `/public/chats/${elsewhere.uuid}/email`,
    { email: null },
    visitor.headers,
  );
  expect(foreign.status).toBe(404);
  expect((await leaveAddress(visitor, "vera@example.test")).status).toBe(200);
  expect((await settings(visitor)).email).toBe("v•••@example.test");
  expect((await settings(other)).email).toBeNull();
  const statuses = [];
  for (let count = 0; count < 6; count++) statuses.push((await leaveAddress(visitor, newAddress())).status);
  expect(statuses.at(-1)).toBe(429);
  // Answers in a new conversation are mailed to the same address.
  await visitor.say("hello");
  await visitor.api.send("DELETE", `${visitor.base}/conversation`, visitor);
  expect((await settings(visitor)).email).toMatch(/^v•••@/);
});

test("the page shows outside of the hours when the team is back, and the owner's text", async () => {
  const chat = await alone();
  const visitor = await createVisitor(server.url, chat);
  expect(await settings(visitor)).toMatchObject({ is_away: false, back_at: null, offline_text: null });
  const days = Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: 540, to: 1020 }] : []));
  const hours = { timeZone: "Europe/Berlin", days };
  await db().insert(publications).values({ chatId: chat.id, hours, offlineText: "We are asleep." });
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-27T18:00:00Z") });
  expect(await settings(visitor)).toMatchObject({
    is_away: true,
    back_at: "2026-11-30T08:00:00.000Z",
    offline_text: "We are asleep.",
  });
  vi.setSystemTime(new Date("2026-11-30T08:00:00Z"));
  expect(await settings(visitor)).toMatchObject({ is_away: false, back_at: null, offline_text: null });
});
