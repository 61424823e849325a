import { createHmac } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { startChild } from "@/test/child";
import { client, person } from "@/test/client";
import { feedHostileInputs, STEADY_MEMORY } from "@/test/hostile/feed";
import { type HostileMail, hostileMails } from "@/test/hostile/mails";

const SECRET = "a secret of the webhooks";
const child = await startChild({
  ...STEADY_MEMORY,
  INBOUND_EMAIL_DOMAIN: "in.example.test",
  INBOUND_EMAIL_SECRET: SECRET,
  INBOUND_EMAIL_MAILGUN_KEY: "key-of-mailgun",
  RATE_LIMIT_INBOUND_EMAILS: "100000",
});
afterAll(() => child.remove());
const ada = await person(child.url);
const chat = (await ada.api.post("/chats", { email_integration_enabled: true })).body;
const address: string = (await ada.api.get(`/chats/${chat.id}`)).body.email_address;

const getHeaders = ({ service, type }: HostileMail, body: Buffer): Record<string, string> => ({
  "content-type": type,
  ...(service === "raw" && {
    "x-signature": `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`,
  }),
  ...(service === "postmark" && {
    authorization: `Basic ${Buffer.from(`postmark:${SECRET}`).toString("base64")}`,
  }),
});

const inputs = hostileMails(address);

test(`${inputs.length} hostile mails delay no requests, exhaust no memory and crash nothing`, {
  timeout: 600_000,
}, async () => {
  expect(inputs.length).toBeGreaterThanOrEqual(60);
  await feedHostileInputs(child, inputs, async (input) => {
    const body = await input.make();
    const headers = getHeaders(input, body);
    const { status } = await client(child.url).send("POST", `/inbound-mail/${input.service}`, {
      body: new Uint8Array(body),
      headers,
    });
    expect([200, 400, 401], input.name).toContain(status);
  });
  const mail = `From: ${ada.email}\r\nTo: ${address}\r\n\r\nAs ever.`;
  const headers = getHeaders({ service: "raw", type: "message/rfc822" } as HostileMail, Buffer.from(mail));
  const { body } = await client(child.url).send("POST", "/inbound-mail/raw", { body: mail, headers });
  expect(body.states).toEqual(["held"]);
});
