import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeEach } from "vitest";
import { config } from "@/lib/platform/config";
import { client, joined, person } from "./client";
import { startMailServer } from "./fakes/mail-server";
import { startModelServer } from "./fakes/model-server";
import { startServer } from "./server";

export const SECRET = "a secret of the webhooks";
export const MAILGUN_KEY = "key-of-mailgun";
const PASSED = "mx.example.test; spf=pass smtp.mailfrom=example.test; dkim=pass header.d=example.test";

export type MailFields = {
  from?: string;
  to?: string;
  subject?: string;
  text?: string;
  id?: string;
  results?: string;
  more?: string[];
  body?: string;
};

/** Creates a chat of Ada and Mia that accepts mail, for each test. The servers stop after the test file. */
export async function startMailedChat() {
  const model = await startModelServer();
  const mails = await startMailServer();
  Object.assign(process.env, {
    OPENAI_BASE_URL: model.url,
    METRICS_TOKEN: "token-of-prometheus",
    INBOUND_EMAIL_DOMAIN: "in.example.test",
    INBOUND_EMAIL_SECRET: SECRET,
    INBOUND_EMAIL_MAILGUN_KEY: MAILGUN_KEY,
    INBOUND_EMAIL_AUTHSERV_ID: "mx.example.test",
  });
  const server = await startServer();
  afterAll(async () => {
    await server.close();
    await model.close();
    await mails.stop();
  });
  const ada = await person(server.url);
  const mia = await joined(server.url, ada, "Mia Member");
  // Configured after all sign-ups, because new accounts would otherwise have to confirm their address.
  config().SMTP_URL = mails.url;
  const anyone = client(server.url);

  /** Chat and address of the current test. */
  const now = {} as { chat: { id: number; uuid: string }; address: string };
  beforeEach(async () => {
    const given = { email_integration_enabled: true, member_user_ids: [mia.user.id] };
    now.chat = (await ada.api.post("/chats", given)).body;
    now.address = (await ada.api.get(`/chats/${now.chat.id}`)).body.email_address;
  });

  function mime({
    from = `Ada <${ada.email}>`,
    to = now.address,
    subject = "Plans",
    text = "Hello there.",
    ...given
  }: MailFields = {}) {
    const { id = `<${randomUUID()}@example.test>`, results = PASSED, more = [], body } = given;
    return [
      ...(results ? [`Authentication-Results: ${results}`] : []),
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${subject}`,
      `Message-ID: ${id}`,
      ...more,
      ...(body ? [] : ["Content-Type: text/plain; charset=utf-8", ""]),
      body ?? text,
    ].join("\r\n");
  }
  const sign = (data: string) => createHmac("sha256", SECRET).update(data).digest("hex");
  /** Delivers a mail like the operator's own mail server. */
  const bring = (raw: string, signature = `sha256=${sign(raw)}`) =>
    anyone.send("POST", "/inbound-mail/raw", {
      body: raw,
      headers: { "content-type": "message/rfc822", "x-signature": signature },
    });
  const state = async (input: MailFields = {}) => (await bring(mime(input))).body.states;
  const messages = async () => (await ada.api.get(`/chats/${now.chat.id}/messages?size=100`)).body;
  return { server, model, mails, ada, mia, anyone, now, mime, bring, state, messages };
}
