import { createHmac, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { MAILGUN_KEY, SECRET, startMailedChat } from "@/test/mailed-chat";

const { mails, ada, anyone, now, messages } = await startMailedChat();

describe("Mailgun", () => {
  type Form = { key?: string; age?: number; spf?: string; sender?: string; headers?: [string, string][] };
  async function forward({
    key = MAILGUN_KEY,
    age = 0,
    spf = "Pass",
    sender = ada.email,
    headers = [],
  }: Form = {}) {
    const timestamp = String(Math.floor(Date.now() / 1000) - age);
    const token = randomUUID();
    const form = new FormData();
    const fields = {
      recipient: now.address,
      sender,
      from: `Ada Example <${ada.email}>`,
      subject: "Plans",
      "body-plain": "From Mailgun.\r\n-- \r\nAda",
      "stripped-text": "From Mailgun.",
      "attachment-count": "1",
      timestamp,
      token,
      signature: createHmac("sha256", key)
        .update(timestamp + token)
        .digest("hex"),
      "message-headers": JSON.stringify([
        ["X-Mailgun-Spf", spf],
        ["Message-Id", `<${randomUUID()}@example.test>`],
        ["From", `Ada Example <${ada.email}>`],
        ...headers,
      ]),
    };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("attachment-1", new File(["hello"], "a.txt"));
    return anyone.send("POST", "/inbound-mail/mailgun", { body: form });
  }

  test("forwards a member's mail", async () => {
    expect((await forward()).body.states).toEqual(["accepted"]);
    const [said] = await messages();
    expect(said).toMatchObject({ message: "From Mailgun.", from_user_id: ada.user.id });
    expect(said.message_attachments).toMatchObject([{ file_name: "a.txt" }]);
    await mails.next(ada.email);
  });

  test.each([
    ["a failed check", { spf: "Fail" }],
    ["a check of another domain", { sender: "eve@evil.test" }],
    [
      "a check that the sender claims",
      { spf: "Fail", headers: [["X-Mailgun-Spf", "Pass"] as [string, string]] },
    ],
    [
      "a signature of another domain",
      {
        spf: "None",
        headers: [
          ["X-Mailgun-Dkim-Check-Result", "Pass"],
          ["DKIM-Signature", "v=1; d=evil.test; s=x"],
          ["DKIM-Signature", "v=1; d=example.test; s=x"],
        ] as [string, string][],
      },
    ],
  ])("forwards a mail that is held because of %s", async (_what, given) => {
    expect((await forward(given)).body.states).toEqual(["held"]);
  });

  test("is refused with a wrong key or an old signature", async () => {
    expect((await forward({ key: "other" })).status).toBe(401);
    expect((await forward({ age: 3600 })).status).toBe(401);
  });
});

describe("Postmark", () => {
  const basic = (password: string) => `Basic ${Buffer.from(`postmark:${password}`).toString("base64")}`;
  const push = (headers: { Name: string; Value: string }[], password = SECRET) =>
    anyone.post(
      "/inbound-mail/postmark",
      {
        FromName: "Ada",
        From: ada.email,
        FromFull: { Email: ada.email, Name: "Ada", MailboxHash: "" },
        ToFull: [{ Email: now.address, Name: "", MailboxHash: "" }],
        OriginalRecipient: now.address,
        Subject: "Plans",
        MessageID: randomUUID(),
        TextBody: "From Postmark.",
        HtmlBody: "",
        StrippedTextReply: "",
        Headers: [{ Name: "Message-ID", Value: `<${randomUUID()}@example.test>` }, ...headers],
        Attachments: [
          {
            Name: "a.txt",
            Content: Buffer.from("hello").toString("base64"),
            ContentType: "text/plain",
            ContentLength: 5,
          },
        ],
      },
      { authorization: basic(password) },
    );
  const spf = (domain: string, verdict = "Pass") => ({
    Name: "Received-SPF",
    Value: `${verdict} (sender SPF authorized) identity=mailfrom; client-ip=192.0.2.1; helo=mx; envelope-from=ada@${domain}; receiver=x`,
  });

  test("pushes a member's mail", async () => {
    expect((await push([spf("example.test")])).body.states).toEqual(["accepted"]);
    const [said] = await messages();
    expect(said).toMatchObject({ message: "From Postmark.", from_user_id: ada.user.id });
    expect(said.message_attachments).toMatchObject([{ file_name: "a.txt" }]);
    await mails.next(ada.email);
    expect(
      (await push([{ Name: "X-Spam-Tests", Value: "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU" }])).body.states,
    ).toEqual(["accepted"]);
    await mails.next(ada.email);
  });

  test.each([
    ["no check", []],
    ["a failed one", [spf("example.test", "Fail")]],
    ["one of another domain", [spf("evil.test")]],
    ["one that the sender claims", [spf("evil.test"), spf("example.test")]],
    ["a signature of another domain", [{ Name: "X-Spam-Tests", Value: "DKIM_SIGNED,DKIM_VALID" }]],
  ])("pushes a mail that is held because of %s", async (_what, headers) => {
    expect((await push(headers)).body.states).toEqual(["held"]);
  });

  test("is refused without the secret", async () => {
    expect((await push([], "guess")).status).toBe(401);
  });
});

test("no unexpected mail was sent", async () => {
  await expect.poll(async () => [...(await db().execute(sql`select id from mails`))]).toEqual([]);
  expect(mails.mails.every(({ to }) => [ada.email, "sam@stranger.test"].includes(to[0]!))).toBe(true);
});
