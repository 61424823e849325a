import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { listen, person } from "@/test/client";
import { startHelpDesk } from "@/test/help-desk";
import { logged } from "@/test/logged";
import { query } from "@/test/query";
import { createVisitor } from "@/test/visitor";

// Visitors identified by the site's signature must share one session across devices and with nobody else.
const log = logged();
const { server, staff, publicChat } = await startHelpDesk();

type Chat = { id: number; uuid: string };
type Visitor = Awaited<ReturnType<typeof createVisitor>>;

const newSecret = async (chat: Chat): Promise<string> =>
  (await staff.api.post(`/chats/${chat.id}/identity-secret`)).body.secret;
const signId = (id: string, secret: string) => createHmac("sha256", secret).update(id).digest("hex");
const signToken = (chat: Chat, secret: string, claims: object = {}, expires: string | number = "5m") =>
  new SignJWT({ name: "Anna Berg", email: "anna@shop.example", ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("4711")
    .setAudience(chat.uuid)
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));

async function signedChat() {
  const chat = await publicChat({ virtual_assistant_id: null });
  return { chat, secret: await newSecret(chat) };
}
// Creates a browser with a session whose visitor isn't identified yet.
const device = (chat: Chat) => createVisitor(server.url, chat, "the-marker-of-a-frame");
const identify = (visitor: Visitor, who: object) =>
  visitor.api.post(`${visitor.base}/identity`, who, visitor.headers);
const seenBy = async (visitor: Visitor, sid: string) => {
  const { status, body } = await visitor.api.get(`${visitor.base}/messages`, { "x-session-id": sid });
  return status === 200 ? body.map(({ message }: { message: string }) => message) : status;
};
const say = (visitor: Visitor, sid: string, text: string) => visitor.say(text, {}, { "x-session-id": sid });
const visitors = async (chat: Chat) => (await staff.api.get(`/chats/${chat.id}/visitors`)).body;

test("a signed visitor continues their conversation on another device, live", async () => {
  const { chat, secret } = await signedChat();
  const who = { id: "4711", name: "Anna", hash: signId("4711", secret) };
  const phone = await device(chat);
  const { session_id: onPhone, verified } = (await identify(phone, who)).body;
  expect(verified).toEqual(["id"]);
  expect((await say(phone, onPhone, "Where is my parcel?")).status).toBe(200);

  const laptop = await device(chat);
  const { session_id: onLaptop } = (await identify(laptop, who)).body;
  expect(await seenBy(laptop, onLaptop)).toEqual(["Where is my parcel?"]);
  const headers = { "x-session-id": onLaptop, authorization: "" };
  const stream = await listen(laptop.api, `${laptop.base}/events`, { headers });
  await stream.named("ready");
  await say(phone, onPhone, "Number 12");
  expect((await stream.named("message.created"))!.data.message).toMatchObject({ message: "Number 12" });
  stream.close();
  // The hash covers the id only; the page may claim any name.
  expect(await visitors(chat)).toMatchObject([
    { identity: { id: "4711", name: "Anna", email: null, verified: ["id"] } },
  ]);
});

test("the next person on a device neither sees nor takes over the previous conversation", async () => {
  const { chat, secret } = await signedChat();
  const shared = await device(chat);
  const anna = (await identify(shared, { id: "anna", hash: signId("anna", secret) })).body.session_id;
  await say(shared, anna, "Anna's secret");
  const withAnnas = { ...shared, headers: { "x-session-id": anna } };
  const ben = (await identify(withAnnas, { id: "ben", hash: signId("ben", secret) })).body.session_id;
  expect(ben).not.toBe(anna);
  expect(await seenBy(shared, ben)).toEqual([]);
  await say(shared, ben, "Ben's question");
  expect(await seenBy(shared, anna)).toEqual(["Anna's secret"]);
  // Without a signature, the visitor keeps the session's identity.
  expect((await identify(withAnnas, { id: "ben", name: "Ben" })).body).toEqual({
    session_id: null,
    verified: [],
  });
  expect(await seenBy(shared, anna)).toEqual(["Anna's secret"]);
});

test("an anonymous conversation becomes the signed-in person's, and the anonymous session ends", async () => {
  const { chat, secret } = await signedChat();
  const who = { id: "4711", hash: signId("4711", secret) };
  const phone = await device(chat);
  const known = (await identify(phone, who)).body.session_id;
  await say(phone, known, "Last week");

  const laptop = await device(chat);
  await laptop.say("Before I signed in");
  expect((await identify(laptop, who)).body.session_id).toBe(known);
  expect(await seenBy(laptop, known)).toEqual(["Before I signed in"]);
  expect(await seenBy(laptop, laptop.sid)).toBe(404);
  const [now, before] = await visitors(chat);
  expect(now).toMatchObject({ name: "Before I signed in", has_left: false, identity: { id: "4711" } });
  expect(before).toMatchObject({ name: "Last week", has_left: true, identity: { id: "4711" } });
  // A browser without messages contributes no conversation.
  const third = await device(chat);
  await identify(third, who);
  expect(await seenBy(third, known)).toEqual(["Before I signed in"]);
  // A new conversation belongs to the visitor on all devices.
  await laptop.api.del(`${laptop.base}/conversation`, undefined, { "x-session-id": known });
  await say(laptop, known, "Something new");
  expect((await identify(await device(chat), who)).body.session_id).toBe(known);
  expect(await seenBy(phone, known)).toEqual(["Something new"]);
  expect((await visitors(chat))[0].identity).toMatchObject({ id: "4711" });
});

test("a token proves name and e-mail too, and its expiry, chat and person are verified", async () => {
  const { chat, secret } = await signedChat();
  const other = await signedChat();
  const visitor = await device(chat);
  await visitor.say("Hello");
  const refused = async (who: object) => {
    const { status, body } = await identify(visitor, who);
    return [status, body.message];
  };
  const wrong = { token: await signToken(other.chat, secret) };
  expect(await refused(wrong)).toEqual([403, "The identity token has the wrong aud."]);
  expect(await refused({ token: await signToken(chat, other.secret) })).toEqual([
    403,
    "The identity token doesn't fit.",
  ]);
  const past = Math.floor(Date.now() / 1000) - 3600;
  expect(await refused({ token: await signToken(chat, secret, {}, past) })).toEqual([
    403,
    "The identity token has expired.",
  ]);
  expect(await refused({ id: "4712", token: await signToken(chat, secret) })).toEqual([
    403,
    "The identity token is somebody else's.",
  ]);
  const endless = await new SignJWT({ sub: "4711", aud: chat.uuid })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(secret));
  expect(await refused({ token: endless })).toEqual([403, "The identity token has the wrong exp."]);
  const unsigned = `${btoa('{"alg":"none"}').replace(/=/g, "")}.${endless.split(".")[1]}.`;
  expect((await refused({ token: unsigned }))[0]).toBe(403);
  expect((await visitors(chat))[0].identity).toBeNull();
  const { body } = await identify(visitor, { token: await signToken(chat, secret) });
  expect(body.verified).toEqual(["id", "name", "email"]);
  expect((await visitors(chat))[0].identity).toEqual({
    id: "4711",
    name: "Anna Berg",
    email: "anna@shop.example",
    verified: ["id", "name", "email"],
  });
});

const OTHER_VALUES = [{}, { a: 1 }, [], ["4711"], 1, true, null, "", "x".repeat(5000), "a\u0000"];
test.each(OTHER_VALUES.map((value): [string, unknown] => [JSON.stringify(value).slice(0, 20), value]))(
  "a token with %s for a claim is refused, or accepted without the claim",
  async (_, value) => {
    const { chat, secret } = await signedChat();
    const sign = (claims: object) =>
      new SignJWT({ sub: "4711", aud: chat.uuid, exp: Math.floor(Date.now() / 1000) + 60, ...claims })
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(secret));
    const visitor = await device(chat);
    for (const claim of ["sub", "aud", "exp"])
      expect([claim, (await identify(visitor, { token: await sign({ [claim]: value }) })).status]).toEqual([
        claim,
        403,
      ]);
    for (const claim of ["name", "email"]) {
      const { status, body } = await identify(await device(chat), { token: await sign({ [claim]: value }) });
      expect([claim, status, body.verified]).toEqual([claim, 200, ["id"]]);
    }
  },
);

test("an invalid signature gives no access, and unsigned names are shown as unverified", async () => {
  const { chat, secret } = await signedChat();
  const other = await signedChat();
  const unsigned = await publicChat();
  const victim = await device(chat);
  const theirs = (await identify(victim, { id: "4711", hash: signId("4711", secret) })).body.session_id;
  await say(victim, theirs, "A secret");
  const forger = await device(chat);
  await forger.say("Let me in");
  const forged = [
    "",
    "0".repeat(64),
    signId("4712", secret),
    signId("4711", other.secret),
    signId("4711", ""),
    createHmac("sha256", secret).update("4711").digest("base64"),
  ];
  for (const hash of forged) {
    const { status, body } = await identify(forger, { id: "4711", name: "Anna", hash });
    expect([status, JSON.stringify(body)]).toEqual([403, expect.not.stringContaining(theirs)]);
  }
  expect((await identify(forger, { hash: signId("4711", secret) })).status).toBe(422);
  expect((await identify(await device(unsigned), { id: "4711", hash: "0".repeat(64) })).status).toBe(403);
  expect(await seenBy(forger, forger.sid)).toEqual(["Let me in"]);
  expect((await identify(forger, { id: "4711", name: "Anna", email: "anna@shop.example" })).body).toEqual({
    session_id: null,
    verified: [],
  });
  expect((await visitors(chat))[0]).toMatchObject({
    name: "Let me in",
    identity: { id: null, name: "Anna", email: "anna@shop.example", verified: [] },
  });
  // In another chat, the same person is a different visitor.
  const elsewhere = await device(other.chat);
  const there = await identify(elsewhere, { id: "4711", hash: signId("4711", other.secret) });
  expect(await seenBy(elsewhere, there.body.session_id)).toEqual([]);
});

test("a new secret ends sessions of the earlier one, and visitors signed with it continue", async () => {
  const { chat, secret } = await signedChat();
  const visitor = await device(chat);
  const before = (await identify(visitor, { id: "4711", hash: signId("4711", secret) })).body.session_id;
  await say(visitor, before, "Hello");
  const anonymous = await device(chat);
  await anonymous.say("Nobody");
  const next = await newSecret(chat);
  expect(await seenBy(visitor, before)).toBe(404);
  expect(await seenBy(anonymous, anonymous.sid)).toEqual(["Nobody"]);
  const again = await device(chat);
  expect((await identify(again, { id: "4711", hash: signId("4711", secret) })).status).toBe(403);
  const after = (await identify(again, { id: "4711", hash: signId("4711", next) })).body.session_id;
  expect(after).not.toBe(before);
  expect(await seenBy(again, after)).toEqual(["Hello"]);
});

test("a signed visitor starts a new conversation after the chat is published again", async () => {
  const { chat, secret } = await signedChat();
  const who = { id: "4711", hash: signId("4711", secret) };
  const first = await device(chat);
  const sid = (await identify(first, who)).body.session_id;
  await say(first, sid, "Hello");
  await staff.api.put(`/chats/${chat.id}/public?is_public=false`);
  await staff.api.put(`/chats/${chat.id}/public?is_public=true`);
  expect(await seenBy(first, sid)).toBe(404);
  const second = await device(chat);
  expect(await seenBy(second, (await identify(second, who)).body.session_id)).toEqual([]);
});

test("a blocked visitor stays blocked on other devices, also with a new secret", async () => {
  const { chat, secret } = await signedChat();
  const who = { id: "4711", hash: signId("4711", secret) };
  const phone = await device(chat);
  const sid = (await identify(phone, who)).body.session_id;
  await say(phone, sid, "Rude");
  await phone.api.del(`${phone.base}/conversation`, undefined, { "x-session-id": sid });
  await say(phone, sid, "Rude again");
  const [, earlier] = await visitors(chat);
  await staff.api.post(`/chats/${chat.id}/visitors/${earlier.chat_id}/block`);
  expect(await seenBy(phone, sid)).toBe(403);
  const laptop = await device(chat);
  await laptop.say("It's me");
  expect((await identify(laptop, who)).body.session_id).toBe(sid);
  expect(await seenBy(laptop, sid)).toBe(403);
  const next = await newSecret(chat);
  const again = (await identify(laptop, { ...who, hash: signId("4711", next) })).body.session_id;
  expect(await seenBy(laptop, again)).toBe(403);
  await staff.api.post(`/chats/${chat.id}/visitors/${earlier.chat_id}/unblock`);
  expect(await seenBy(laptop, again)).toEqual(["Rude again"]);
});

test("several devices that identify simultaneously share one session", async () => {
  const { chat, secret } = await signedChat();
  const who = { id: "4711", hash: signId("4711", secret) };
  const devices = await Promise.all([1, 2, 3, 4].map(() => device(chat)));
  await Promise.all(devices.slice(2).map((each, index) => each.say(`Hello ${index}`)));
  const answers = await Promise.all(devices.map((each) => identify(each, who)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const sids = new Set(answers.map(({ body }) => body.session_id));
  expect(sids.size).toBe(1);
  const [sid] = sids;
  expect(await seenBy(devices[0]!, sid)).toHaveLength(1);
  expect((await visitors(chat)).map(({ has_left }: { has_left: boolean }) => has_left).sort()).toEqual([
    false,
    true,
  ]);
});

test("the secret is returned once to those who manage the chat, stored encrypted, and never logged", async () => {
  const chat = await publicChat();
  const path = `/chats/${chat.id}/identity-secret`;
  expect((await staff.api.get(path)).body).toEqual({ is_set: false });
  const secret = await newSecret(chat);
  expect((await staff.api.get(path)).body).toEqual({ is_set: true });
  const stranger = await person(server.url, "Somebody Else");
  expect((await stranger.api.post(path)).status).toBe(404);
  const visitor = await device(chat);
  const { session_id } = (await identify(visitor, { id: "4711", hash: signId("4711", secret) })).body;
  await identify(visitor, { id: "4711", hash: signId("4711", "wrong") });
  const stored = JSON.stringify([
    await query`select * from publications`,
    await query`select * from public_sessions`,
  ]);
  for (const word of [secret, session_id]) {
    expect(stored).not.toContain(word);
    expect(log.join("")).not.toContain(word);
  }
  expect(log.join("")).toContain("identifyVisitor");
});

test("the team sees the visitor's page without its query", async () => {
  const chat = await publicChat({ virtual_assistant_id: null });
  const visitor = await device(chat);
  await visitor.say("Hello");
  const at = (page: string) => visitor.api.put(`${visitor.base}/page`, { page }, visitor.headers);
  expect((await at("https://shop.example/boots?customer=4711#top")).status).toBe(200);
  await at("javascript:alert(1)");
  expect((await visitors(chat))[0].page).toBe("https://shop.example/boots");
});
