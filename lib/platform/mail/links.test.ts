import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { mailAnswers } from "@/lib/channels/public-chats/handover/mail-answers";
import { claimHost } from "@/test/claimed-host";
import { client, PASSWORD } from "@/test/client";
import { linkIn } from "@/test/fakes/mail-server";
import { startReceiver } from "@/test/fakes/webhook-receiver";
import { SECRET, startMailedChat } from "@/test/mailed-chat";
import { setEnvironment } from "@/test/renewal";
import { createVisitor } from "@/test/visitor";
import english from "../words/en.json";

// Host header injection: links of all mails lead to APP_URL even when the request names another host.
const OWN = "https://parley.test";
setEnvironment({ APP_URL: OWN, SIGN_UP: "open", ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });
const { server, mails, ada, mia, now, mime } = await startMailedChat();
const url = await claimHost(server.url, "evil.test");
const anyone = client(url);
const api = client(url, ada.api.authorization);
const tokenIn = async (email: string, path: string) =>
  new URL(linkIn(await mails.next(email), path)).pathname.split("/").pop()!;
const mailed = (subject: RegExp) =>
  expect.poll(() => mails.mails.some(({ mail }) => subject.test(mail.subject!)));

/**
 * Triggers the account mails.
 * @returns the body of the request that resets the password
 */
async function ofAccounts() {
  const fields = { email: "new@example.test", full_name: "Nora New" };
  await anyone.post("/auth/register", { ...fields, password: PASSWORD });
  const token = await tokenIn(fields.email, "/register/confirm/");
  expect((await anyone.get(`/auth/register/confirm/${token}`)).status).toBe(200);
  await anyone.post("/auth/register", { ...fields, password: PASSWORD });
  await anyone.post("/auth/register/passwordless", { ...fields, email: "other@example.test" });
  await anyone.form("/auth/login/email", { email: fields.email });
  await anyone.post("/auth/forgot-password", { email: ada.email });
  const reset = { token: await tokenIn(ada.email, "/reset-password/"), new_password: "quite another secret" };
  await mia.api.patch("/auth/change-password", {
    current_password: PASSWORD,
    new_password: reset.new_password,
  });
  await api.post(`/groups/${ada.group.id}/invitations`, { email: "invited@example.test" });
  await api.post(`/chats/${now.chat.id}/members`, { emails: ["asked@example.test"] });
  return reset;
}

// Triggers the mails of a public chat: to the team and to a visitor.
async function ofPublicChats(): Promise<void> {
  const chat = (await api.post("/chats", { name: "Help desk", is_public: true })).body;
  const visitor = await createVisitor(url, chat);
  await visitor.ask("I want to talk to a human");
  const mail = (code?: string) =>
    visitor.api.post(`${visitor.base}/mail`, { email: "vera@example.test", code }, visitor.headers);
  await mail();
  const [code] = /\b\d{6}\b/.exec((await mails.next("vera@example.test")).mail.text!)!;
  expect((await mail(code)).status).toBe(200);
  await visitor.api.put(`${visitor.base}/email`, { email: "vera@example.test" }, visitor.headers);
  const [{ chat_id }] = (await api.get(`/chats/${chat.id}/visitors`)).body;
  await api.multipart(`/chats/${chat_id}/messages`, { message_input: "Here we are." });
  await mailAnswers(chat_id);
}

// Triggers the mails of background work.
async function ofBackgroundWork(): Promise<void> {
  await api.put(`/chats/${now.chat.id}/scheduled_jobs_enabled?scheduled_jobs_enabled=true`);
  const daily = { name: "Stand-up", prompt: "What is new?", cron: "0 9 * * *", time_zone: "UTC" };
  const run = async (fields: object, times = 1) => {
    const job = (await api.post(`/chats/${now.chat.id}/jobs`, { ...daily, ...fields })).body;
    const runs = `/chats/${now.chat.id}/jobs/${job.id}/runs`;
    const ended = async () =>
      (await api.get(runs)).body.filter(({ status }: { status: string }) => status !== "running");
    for (let n = 1; n <= times; n++) {
      await api.post(`/chats/${now.chat.id}/jobs/${job.id}/run`);
      await expect.poll(async () => (await ended()).length).toBe(n);
    }
  };
  await run({ mail_to_user_ids: [mia.user.id] });
  await run({ prompt: "[[fake 500]] hello" }, 5);

  const receiver = await startReceiver();
  receiver.status = 410;
  const hook = { url: `${receiver.url}/hook`, events: ["message.created"] };
  await api.post("/webhooks", hook);
  await api.multipart(`/chats/${now.chat.id}/messages`, { message_input: "hello" });
  await mailed(/webhooks/).toBe(true);
  await receiver.close();

  const raw = mime();
  const signature = createHmac("sha256", SECRET).update(raw).digest("hex");
  const headers = { "content-type": "message/rfc822", "x-signature": `sha256=${signature}` };
  expect((await anyone.send("POST", "/inbound-mail/raw", { body: raw, headers })).body.states).toEqual([
    "accepted",
  ]);
}

test("links in mails lead to the configured address, whatever the request headers say", async () => {
  const reset = await ofAccounts();
  await ofPublicChats();
  await ofBackgroundWork();
  // Runs last, because the password reset ends the user's sessions.
  expect((await anyone.post("/auth/reset-password", reset)).status).toBe(200);

  const subjects = Object.entries(english.mails).filter(([key]) => /^(?!@|no).*Subject$/.test(key));
  const patterns = subjects.map(([, text]) => new RegExp(`^${text.replace(/\{\w+\}/g, ".+")}$`));
  // Job results and replies to mail have their own subjects.
  for (const subject of [...patterns, /^Stand-up$/, /^Re: Plans$/]) await mailed(subject).toBe(true);
  expect(patterns.length).toBeGreaterThan(10);
  for (const { mail, raw } of mails.mails) {
    const links = `${mail.text} ${mail.html}`.match(/https?:\/\/[^\s"<>)]+/g) ?? [];
    for (const link of links) expect([mail.subject, new URL(link).origin]).toEqual([mail.subject, OWN]);
    expect(raw).not.toContain("evil");
    for (const header of mail.headers) expect(header.value).not.toContain("evil");
  }
});
