import { afterAll, beforeAll, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { startMailServer } from "@/test/fakes/mail-server";
import { startHelpDesk } from "@/test/help-desk";
import { createVisitor } from "@/test/visitor";

/** Covers reading earlier conversations and exporting or mailing a conversation. */
const { server, staff, publicChat } = await startHelpDesk({ RATE_LIMIT_MAILS: "3" });
const mails = await startMailServer();
afterAll(() => mails.stop());
beforeAll(() => {
  config().SMTP_URL = mails.url;
});

type VisitorClient = Awaited<ReturnType<typeof createVisitor>>;
const leave = ({ api, base, headers }: VisitorClient) => api.del(`${base}/conversation`, undefined, headers);
const earlier = async ({ api, base, headers }: VisitorClient) =>
  (await api.get(`${base}/conversations`, headers)).body as { id: number; first_message: string }[];
const readEarlier = ({ api, base }: VisitorClient, id: number, headers: Record<string, string>) =>
  api.get(`${base}/messages?conversation_id=${id}`, headers);

test("a visitor can read their earlier conversations and files, but not write in them", async () => {
  const chat = await publicChat({ extra: { PUBLIC_CHAT_UPLOAD_FILES: true } });
  const visitor = await createVisitor(server.url, chat);
  expect(await earlier(visitor)).toEqual([]);
  await visitor.ask("First question", { files: [new File(["the budget is 40"], "notes.txt")] });
  await leave(visitor);
  await visitor.ask("Second question");
  await leave(visitor);
  await visitor.ask("Third question");
  const list = await earlier(visitor);
  expect(list.map(({ first_message }) => first_message)).toEqual(["Second question", "First question"]);
  const { body } = await readEarlier(visitor, list[1]!.id, visitor.headers);
  expect(body.map(({ role }: { role: string }) => role)).toEqual(["guest", "assistant"]);
  const file = body[0].attachments[0].url.replace("/api/v1", "");
  expect((await visitor.api.get(file, visitor.headers)).body).toBe("the budget is 40");
  // An earlier conversation is read-only and not part of the current one.
  const retried = await visitor.api.post(
    `${visitor.base}/messages/${body[0].id}/retry`,
    undefined,
    visitor.headers,
  );
  expect(retried.status).toBe(404);
  expect((await visitor.read()).map(({ message }) => message)[0]).toBe("Third question");
});

test("earlier conversations are 404 for other people", async () => {
  const chat = await publicChat({ extra: { PUBLIC_CHAT_UPLOAD_FILES: true } });
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("My secret", { files: [new File(["a canary"], "own.txt")] });
  await leave(visitor);
  const [left] = await earlier(visitor);
  const { body } = await readEarlier(visitor, left!.id, visitor.headers);
  const file = body[0].attachments[0].url.replace("/api/v1", "");
  const other = await createVisitor(server.url, chat);
  await other.ask("Something else");
  const foreign = await createVisitor(server.url, await publicChat());
  for (const headers of [other.headers, foreign.headers, { "x-session-id": "nonsense" }, {}]) {
    const answers = await Promise.all([
      readEarlier(visitor, left!.id, headers as Record<string, string>),
      visitor.api.get(file, headers as Record<string, string>),
      visitor.api.get(`${visitor.base}/conversations`, headers as Record<string, string>),
    ]);
    expect(JSON.stringify(answers)).not.toMatch(/secret|canary/);
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([404, 404]);
  }
  // A visitor's current conversation can't be read by others as an earlier one.
  const [, own] = (await staff.api.get(`/chats/${chat.id}/visitors`)).body.map(
    ({ chat_id }: { chat_id: number }) => chat_id,
  );
  expect(left!.id).toBe(own);
  await staff.api.put(`/chats/${chat.id}/public?is_public=false`);
  await staff.api.put(`/chats/${chat.id}/public?is_public=true`);
  expect((await readEarlier(visitor, left!.id, visitor.headers)).status).toBe(404);
});

test("blocked conversations are omitted from earlier ones, and names that the team gives are hidden", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  for (const text of ["Blocked later", "Renamed later"]) {
    await visitor.ask(text);
    await leave(visitor);
  }
  const [renamed, blocked] = await earlier(visitor);
  const done = [
    await staff.api.put(`/chats/${renamed!.id}/name`, { name: "Troublemaker" }),
    await staff.api.post(`/chats/${chat.id}/visitors/${blocked!.id}/block`),
  ];
  expect(done.map(({ status }) => status)).toEqual([200, 200]);
  expect(await earlier(visitor)).toEqual([expect.objectContaining({ first_message: "Renamed later" })]);
  expect((await readEarlier(visitor, blocked!.id, visitor.headers)).status).toBe(404);
});

test("another tab is notified when the conversation is left", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("hello");
  const over = new AbortController();
  const response = await fetch(`${server.url}/api/v1${visitor.base}/events`, {
    headers: { ...visitor.headers, accept: "text/event-stream" },
    signal: over.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  const until = async (times: number) => {
    while (heard.split("event: ready").length <= times) heard += (await reader.read()).value ?? "";
  };
  await until(1);
  await leave(visitor);
  await until(2);
  over.abort();
});

test("the text version of a conversation is in the language of the visitor", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("Hallo");
  const german = { ...visitor.headers, "accept-language": "de-AT,en;q=0.5" };
  expect((await visitor.api.get(`${visitor.base}/export`, german)).body).toMatch(/Sie \(.*\):\nHallo/);
  expect((await visitor.api.get(`${visitor.base}/export`, visitor.headers)).body).toContain("You (");
});

const mailTo = ({ api, base, headers }: VisitorClient, email: string, code?: string) =>
  api.post(`${base}/mail`, { email, ...(code && { code }) }, headers);
const getCode = async (email: string) => /\b\d{6}\b/.exec((await mails.next(email)).mail.text ?? "")![0];

test("a conversation is mailed to an address that is confirmed by a code, and to one address an hour", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  expect((await mailTo(visitor, "ada@example.test")).status).toBe(409);
  await visitor.ask("Do you rent bikes?");
  expect((await mailTo(visitor, "no address")).status).toBe(422);
  expect((await mailTo(visitor, "ada@example.test")).status).toBe(200);
  const code = await getCode("ada@example.test");
  const wrong = code === "123456" ? "123457" : "123456";
  expect((await mailTo(visitor, "ada@example.test", wrong)).status).toBe(422);
  expect((await mailTo(visitor, "eve@example.test", code)).status).toBe(422);
  expect((await mailTo(visitor, "Ada@example.test", code)).status).toBe(200);
  const { mail } = await mails.next("ada@example.test");
  expect(mail.subject).toContain("Help desk");
  expect(mail.text).toMatch(/You \(.*\):\s+Do you rent bikes\?/);
  // Another address has to wait, even in a new conversation of the session.
  const second = await mailTo(visitor, "second@example.test");
  expect(second.status).toBe(429);
  expect(second.body.retry_after).toBeGreaterThan(3000);
  await leave(visitor);
  await visitor.ask("Again");
  expect((await mailTo(visitor, "second@example.test")).status).toBe(429);
  // The code was for the earlier conversation.
  expect((await mailTo(visitor, "ada@example.test", code)).status).toBe(422);
  expect(mails.mails.filter(({ to }) => to.includes("second@example.test"))).toEqual([]);
});

test("codes cannot be guessed, and mails to one address are limited", async () => {
  const chat = await publicChat();
  const guesser = await createVisitor(server.url, chat);
  await guesser.ask("hello");
  const answers: number[] = [];
  for (const each of [1, 2, 3, 4, 5, 6])
    answers.push((await mailTo(guesser, "victim@example.test", `00000${each}`)).status);
  expect(answers).toEqual([422, 422, 422, 422, 422, 429]);
  const asked: number[] = [];
  for (const _ of [1, 2, 3]) {
    const each = await createVisitor(server.url, chat);
    await each.ask("hello");
    asked.push((await mailTo(each, "victim@example.test")).status);
  }
  // The IP address that the sessions share has a limit too.
  expect(asked).toContain(429);
});

test("the page offers no mails without a mail server", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("hello");
  const settings = async () => (await visitor.api.get(`${visitor.base}/settings`, visitor.headers)).body;
  expect((await settings()).mails_conversations).toBe(true);
  config().SMTP_URL = undefined;
  expect((await settings()).mails_conversations).toBe(false);
  expect((await mailTo(visitor, "ada@example.test")).status).toBe(403);
  config().SMTP_URL = mails.url;
});
