import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { meters } from "@/lib/platform/telemetry/meters";
import { client } from "@/test/client";
import { logged } from "@/test/logged";
import { type MailFields, startMailedChat } from "@/test/mailed-chat";

const { server, model, mails, ada, mia, anyone, now, mime, bring, state, messages } = await startMailedChat();
let chat: typeof now.chat;
let address: string;
beforeEach(() => {
  ({ chat, address } = now);
});
const listed = async (which = "") => (await ada.api.get(`/chats/${chat.id}/mails${which}`)).body;

describe("the address of a chat", () => {
  test("exists only while the chat accepts mails", async () => {
    expect(address).toBe(`${chat.uuid}@in.example.test`);
    await ada.api.put(`/chats/${chat.id}/email_integration_enabled?email_integration_enabled=false`);
    expect((await ada.api.get(`/chats/${chat.id}`)).body.email_address).toBeNull();
    expect(await state()).toEqual([]);
    expect(await messages()).toEqual([]);
  });

  test.each(["nobody@in.example.test", `${randomUUID()}@in.example.test`])("%s is ignored", async (to) => {
    expect(await state({ to })).toEqual([]);
  });

  test("is logged and counted if no chat has it", async () => {
    const lines = logged();
    const to = `${randomUUID()}@in.example.test`;
    const before = meters.inboundMails.total();
    expect(await state({ to })).toEqual([]);
    const told = lines.map((one) => JSON.parse(one)).find(({ msg }) => /to no chat/.test(msg));
    expect(told).toMatchObject({ level: 40, service: "raw", to: [to] });
    expect(meters.inboundMails.total()).toBe(before + 1);
    const { body } = await client(server.url, "Bearer token-of-prometheus").get("/metrics");
    expect(String(body)).toMatch(/parley_inbound_mails_total{service="raw",outcome="unknown_chat"} \d/);
  });

  test("is accepted only at the configured domain", async () => {
    expect(await state({ to: `${chat.uuid}@elsewhere.test` })).toEqual([]);
    expect(
      await state({ to: `Team <${chat.uuid.toUpperCase()}+plans@IN.example.test>, other@example.test` }),
    ).toEqual(["accepted"]);
    await mails.next(ada.email);
  });
});

describe("a mail of a member", () => {
  test("becomes the member's message, and the reply is sent in its thread", async () => {
    const id = `<${randomUUID()}@example.test>`;
    const earlier = `<${randomUUID()}@example.test>`;
    const text =
      "What is the plan?\r\n\r\nOn Mon, 1 Jan 2024 at 10:00, Bob <bob@example.test> wrote:\r\n> Old.\r\n";
    expect(await state({ id, text, more: [`References: ${earlier}`] })).toEqual(["accepted"]);
    const [said] = await messages();
    expect(said).toMatchObject({
      message: "What is the plan?",
      from_user_id: ada.user.id,
      user_type: "user",
    });
    expect(said.extra.mail).toMatchObject({ subject: "Plans", from: ada.email });
    expect(said.extra.mail.rest).toMatch(/wrote:\n> Old\./);
    const { mail } = await mails.next(ada.email);
    expect(mail).toMatchObject({ subject: "Re: Plans", inReplyTo: id, references: `${earlier} ${id}` });
    expect(mail.replyTo).toEqual([{ name: "", address }]);
    expect(mail.text).toMatch(/You said: .*Subject: Plans\s+What is the plan\?/s);
    expect(mail.text).toContain(`/chats/${chat.uuid}`);
    expect(mail.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-replied");
  });

  test("is accepted once", async () => {
    const raw = mime();
    const answers = await Promise.all([bring(raw), bring(raw), bring(raw)]);
    const states = answers.flatMap(({ body }) => body.states).sort();
    expect(states).toEqual(["accepted", "ignored", "ignored"]);
    expect((await messages()).filter((one: { user_type: string }) => one.user_type === "user")).toHaveLength(
      1,
    );
    await mails.next(ada.email);
  });

  test("keeps its attachments, and names those of refused types", async () => {
    const body = [
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "See these.",
      "--b",
      'Content-Disposition: attachment; filename="../../plan.txt"',
      "Content-Type: text/plain",
      "",
      "The plan.",
      "--b",
      'Content-Disposition: attachment; filename="run.exe"',
      "Content-Type: application/octet-stream",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from("MZ\0\0").toString("base64"),
      "--b--",
    ].join("\r\n");
    expect(await state({ body })).toEqual(["accepted"]);
    const [said] = await messages();
    expect(said.message).toMatch(/^See these\.\n\nThe file run\.exe is not of a type/);
    expect(said.message_attachments).toMatchObject([{ file_name: "plan.txt", mime_type: "text/plain" }]);
    await mails.next(ada.email);
  });

  test("reaches the model with its subject and the whole forwarded mail", async () => {
    const text =
      "Can we pay this?\r\n\r\n---------- Forwarded message ---------\r\nFrom: Bob <bob@example.test>\r\nSubject: Invoice 4711\r\n\r\nPlease pay 400 euros.";
    expect(await state({ subject: "Fwd: Invoice 4711", text })).toEqual(["accepted"]);
    const [said] = await messages();
    expect(said.message).toBe(text.replaceAll("\r\n", "\n"));
    const { mail } = await mails.next(ada.email);
    expect(mail.text).toMatch(/Subject: Fwd: Invoice 4711\s.*Can we pay this\?\s.*Please pay 400 euros\./s);
  });

  test("keeps attached mails and invitations, also without names", async () => {
    const body = [
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b\r\nContent-Type: text/plain\r\n\r\nSee these.",
      "--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: bob@example.test\r\nSubject: Inner\r\n\r\nThe inner mail.",
      "--b\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Harvest\r\nEND:VEVENT\r\nEND:VCALENDAR",
      "--b--",
    ].join("\r\n");
    expect(await state({ body })).toEqual(["accepted"]);
    const [said] = await messages();
    expect(said.message).toBe("See these.");
    expect(said.message_attachments).toMatchObject([
      { file_name: "mail.eml", mime_type: "message/rfc822" },
      { file_name: "invitation.ics", mime_type: "text/calendar" },
    ]);
    const { mail } = await mails.next(ada.email);
    expect(mail.text).toContain("The inner mail.");
    expect(mail.text).toContain("Event: Harvest");
  });

  test("is read from its HTML if it has no plain text, without markup", async () => {
    const html =
      "<style>p{}</style><p>Gr&uuml;&#223;e &amp; <b>more</b></p><script>alert(1)</script><blockquote>Old</blockquote>";
    expect(await state({ body: `Content-Type: text/html\r\n\r\n${html}` })).toEqual(["accepted"]);
    const [said] = await messages();
    expect(said.message).toContain("Grüße & more");
    expect(said.message).not.toMatch(/alert|Old|</);
    await mails.next(ada.email);
  });
});

describe("the answer to a mail", () => {
  afterEach(() => model.setMode("echo"));

  test("is formatted as in the chat, and comes from the mail domain", async () => {
    expect(await state({ text: "This is **bold**." })).toEqual(["accepted"]);
    const { mail } = await mails.next(ada.email);
    expect(mail.html).toContain("<strong>bold</strong>");
    expect(mail.text).toContain("This is bold.");
    expect(mail.messageId).toMatch(/@in\.example\.test>$/);
  });

  test("is an apology if the assistant fails, and states the reason to members only", async () => {
    model.setMode("500");
    const id = `<${randomUUID()}@example.test>`;
    expect(await state({ id })).toEqual(["accepted"]);
    const { mail } = await mails.next(ada.email);
    expect(mail).toMatchObject({ subject: "Re: Plans", inReplyTo: id });
    expect(mail.text).toContain("the assistant couldn't answer it");
    const reason = (await messages()).at(-1).extra.error.message;
    expect(mail.text).toContain(reason);
    expect(await state({ from: "Sam <sam@stranger.test>" })).toEqual(["held"]);
    const [held] = await listed("?state=held");
    await ada.api.post(`/chats/${chat.id}/mails/${held.id}/approve`);
    const toGuest = await mails.next("sam@stranger.test");
    expect(toGuest.mail.text).toContain("the assistant couldn't answer it");
    expect(toGuest.mail.text).not.toContain(reason);
  });
});

describe("a mail that is not verified as a member's", () => {
  const forged: [string, MailFields][] = [
    ["no result", { results: "" }],
    [
      "a failed check",
      {
        results: "mx.example.test; spf=fail smtp.mailfrom=example.test; dmarc=fail header.from=example.test",
      },
    ],
    ["the results of another server", { results: "mx.evil.test; dkim=pass header.d=example.test" }],
    [
      "a check of another domain",
      { results: "mx.example.test; spf=pass smtp.mailfrom=evil.test; dkim=pass header.d=evil.test" },
    ],
    ["a domain below the sender's", { results: "mx.example.test; dkim=pass header.d=evil.example.test" }],
    [
      "results below those of the server",
      {
        results: "mx.example.test; dkim=none",
        more: ["Authentication-Results: mx.example.test; dkim=pass header.d=example.test"],
      },
    ],
    [
      "results in a comment",
      { results: "mx.example.test; spf=fail (x; dkim=pass header.d=example.test) smtp.mailfrom=a.test" },
    ],
    ["two senders", { more: ["From: eve@evil.test"] }],
    ["a stranger", { from: "Sam <sam@example.test>" }],
  ];
  test("is announced to the chat's admins until they decide", async () => {
    const { last_event_id } = (await ada.api.get("/users/me/events")).body;
    const heard = async (api: typeof ada.api) =>
      (await api.get(`/users/me/events?last_event_id=${last_event_id}`)).body.events
        // The stream may start with earlier events.
        .filter(({ id }: { id: number }) => id > last_event_id)
        .filter(({ event }: { event: string }) => ["mail.held", "chat.updated"].includes(event))
        .map(({ event, data }: { event: string; data: { chat_id: number; notify?: boolean } }) => [
          event,
          data.chat_id,
          data.notify,
        ]);
    const waiting = async (api: typeof ada.api) => {
      const listed = (await api.get("/chats")).body.find(({ id }: { id: number }) => id === chat.id);
      const { held_mails_count } = (await api.get(`/chats/${chat.id}`)).body;
      return [listed.held_mails_count, held_mails_count];
    };
    expect(await state({ from: "sam@stranger.test" })).toEqual(["held"]);
    expect(await state({ from: "tim@stranger.test" })).toEqual(["held"]);
    expect([await waiting(ada.api), await waiting(mia.api)]).toEqual([
      [2, 2],
      [0, 0],
    ]);
    const held = ["mail.held", chat.id, true];
    expect([await heard(ada.api), await heard(mia.api)]).toEqual([[held, held], []]);
    const [mail] = await listed();
    await ada.api.post(`/chats/${chat.id}/mails/${mail.id}/refuse`);
    expect(await waiting(ada.api)).toEqual([1, 1]);
    expect((await heard(ada.api)).at(-1)).toEqual(["chat.updated", chat.id, undefined]);
    expect(await heard(mia.api)).toEqual([]);
  });

  test.each(forged)("is held: %s", async (_what, given) => {
    const before = mails.mails.length;
    expect(await state(given)).toEqual(["held"]);
    expect(await messages()).toEqual([]);
    expect(await listed("?state=held")).toMatchObject([
      { state: "held", subject: "Plans", text: "Hello there." },
    ]);
    expect(mails.mails.length).toBe(before);
  });

  test("becomes a guest's message once an admin approves it, and is then answered", async () => {
    const body =
      'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nHi.\r\n--b\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nA file.\r\n--b--';
    expect(await state({ from: "Sam <sam@stranger.test>", body })).toEqual(["held"]);
    const [held] = await listed();
    expect(held.files).toMatchObject([{ file_name: "a.txt" }]);
    const path = `/chats/${chat.id}/mails/${held.id}/approve`;
    expect((await mia.api.post(path)).status).toBe(403);
    const both = await Promise.all([ada.api.post(path), ada.api.post(path)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [said] = await messages();
    expect(said).toMatchObject({ message: "Hi.", user_type: "guest", from_user_id: null });
    expect(said.extra.mail).toMatchObject({ from: "sam@stranger.test", from_name: "Sam" });
    expect(said.message_attachments).toMatchObject([{ file_name: "a.txt" }]);
    const { mail } = await mails.next("sam@stranger.test");
    expect(mail.text).toMatch(/You said: .*A file\..*Hi\./s);
    expect(mail.text).not.toContain("/chats/");
  });

  test("is refused without a notice to its sender", async () => {
    expect(await state({ from: "sam2@stranger.test" })).toEqual(["held"]);
    const [held] = await listed();
    expect((await ada.api.post(`/chats/${chat.id}/mails/${held.id}/refuse`)).status).toBe(200);
    expect(await listed()).toMatchObject([{ state: "refused", text: "", files: [] }]);
    expect((await ada.api.post(`/chats/${chat.id}/mails/${held.id}/approve`)).status).toBe(409);
    expect(await messages()).toEqual([]);
    expect(mails.mails.some(({ to }) => to.includes("sam2@stranger.test"))).toBe(false);
  });

  test("is listed for admins of the chat only", async () => {
    expect((await mia.api.get(`/chats/${chat.id}/mails`)).status).toBe(403);
  });
});

describe("an automated mail", () => {
  test.each([
    "Auto-Submitted: auto-replied",
    "Auto-Submitted: auto-generated; owner-email=x",
    "Precedence: bulk",
    "X-Auto-Response-Suppress: All",
    "Return-Path: <>",
    "List-Id: <news.example.test>",
  ])("is ignored: %s", async (header) => {
    expect(await state({ more: [header] })).toEqual(["ignored"]);
    expect(await messages()).toEqual([]);
    expect(await listed()).toMatchObject([{ state: "ignored", text: "" }]);
  });

  test("is ignored if Parley sent it", async () => {
    expect(await state({ id: `<parley.${randomUUID()}@example.test>` })).toEqual(["ignored"]);
  });

  test("is accepted if its headers deny being automated", async () => {
    expect(await state({ more: ["Auto-Submitted: no"] })).toEqual(["accepted"]);
    await mails.next(ada.email);
  });
});

test("a sender who sends too many mails within an hour is ignored", async () => {
  await db().execute(sql`
    insert into inbound_mails (group_id, chat_id, state, from_address, subject, text, mail_id)
    select ${ada.group.id}::uuid, ${chat.id}::int, 'ignored', ${ada.email}, '', '', 'x' || n from generate_series(1, 20) n`);
  expect(await state()).toEqual(["ignored"]);
  expect((await listed())[0].reason).toBe("Its sender sent too many e-mails within an hour.");
  expect(await messages()).toEqual([]);
});

describe("the mail webhook", () => {
  test.each([undefined, "", "sha256=", `sha256=${"0".repeat(64)}`])(
    "refuses raw mail with the signature %j",
    async (signature) => {
      const headers = {
        "content-type": "message/rfc822",
        ...(signature !== undefined && { "x-signature": signature }),
      };
      const answer = await anyone.send("POST", "/inbound-mail/raw", { body: mime(), headers });
      expect(answer.status).toBe(401);
      expect(await messages()).toEqual([]);
    },
  );

  test("supports three services", async () => {
    expect((await anyone.post("/inbound-mail/sendgrid", {})).status).toBe(422);
  });

  test("returns 404 without a configured secret", async () => {
    const { INBOUND_EMAIL_SECRET } = config();
    config().INBOUND_EMAIL_SECRET = undefined;
    expect((await bring(mime())).status).toBe(404);
    config().INBOUND_EMAIL_SECRET = INBOUND_EMAIL_SECRET;
  });
});

test("no unexpected mail was sent", async () => {
  await expect.poll(async () => [...(await db().execute(sql`select id from mails`))]).toEqual([]);
  expect(mails.mails.every(({ to }) => [ada.email, "sam@stranger.test"].includes(to[0]!))).toBe(true);
});
