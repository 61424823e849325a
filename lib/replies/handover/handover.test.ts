import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { publications } from "@/db/schema/public-chats";
import { config } from "@/lib/platform/config";
import { joined, listen } from "@/test/client";
import { startMailServer } from "@/test/fakes/mail-server";
import { startHelpDesk } from "@/test/help-desk";
import { query } from "@/test/query";
import { createVisitor } from "@/test/visitor";

const { model, server, staff, publicChat } = await startHelpDesk({ RATE_LIMIT_VISITOR_MESSAGES: "100" });
const mails = await startMailServer();
afterAll(() => mails.stop());
const muted = await joined(server.url, staff, "Mo Muted");
// The mail server is configured after all sign-ups, because accounts would otherwise have to confirm their address.
config().SMTP_URL = mails.url;
const withRules = async (rules: object, fields: object = {}) => {
  const chat = await publicChat(fields);
  await db().insert(publications).values({ chatId: chat.id, handover: rules });
  return chat;
};
type Visitor = Awaited<ReturnType<typeof createVisitor>>;
const settings = async (visitor: Visitor) =>
  (await visitor.api.get(`${visitor.base}/settings`, visitor.headers)).body;
const getSession = async (chat: { id: number }) => {
  const [row] = await query`select conversation_id, waiting_since, handover_reason, handover_message_id
    from public_sessions where chat_id = ${chat.id} order by id desc limit 1`;
  return row!;
};
const tools = () => (model.requests.at(-1)!.tools ?? []).map((tool) => tool.function.name);
const told = () => mails.mails.filter(({ to }) => to.includes(staff.email)).length;

test("a visitor who asks for a person waits for the team, which receives one mail", async () => {
  const chat = await withRules({}, { member_user_ids: [muted.user.id] });
  await muted.api.patch(`/chats/${chat.id}/me`, { muted: true });
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("hello");
  const stream = await listen(visitor.api, `${visitor.base}/events`, {
    headers: { ...visitor.headers, authorization: "" },
  });
  await stream.named("ready");
  expect((await settings(visitor)).is_waiting).toBe(false);
  expect(tools()).toEqual(["call_the_team"]);
  const { id } = await visitor.ask("Ich möchte mit einem Mitarbeiter sprechen!");
  expect((await stream.named("waiting"))!.data).toEqual({ is_waiting: true });
  expect((await settings(visitor)).is_waiting).toBe(true);
  expect(await getSession(chat)).toMatchObject({ handover_reason: "requested", handover_message_id: id });
  const { mail } = await mails.next(staff.email);
  expect(mail.subject).toBe("A visitor is waiting: Help desk");
  expect(mail.text).toContain("“Ich möchte mit einem Mitarbeiter sprechen!”");
  expect(mail.html).toContain("Open the conversation");
  // The assistant continues, knows about the call and cannot repeat it; a second request is part of the same call.
  expect((await visitor.read()).at(-1)).toMatchObject({ role: "assistant" });
  expect(tools()).toEqual([]);
  expect(JSON.stringify(model.requests.at(-1))).toContain("The team has been called");
  await visitor.ask("I want a human!");
  expect(await getSession(chat)).toMatchObject({ handover_message_id: id });
  const { conversation_id } = await getSession(chat);
  const answer = await staff.api.multipart(`/chats/${conversation_id}/messages`, {
    message_input: "Here I am.",
  });
  expect(answer.status).toBe(200);
  await stream.ended(({ event, data }) => event === "waiting" && data.is_waiting === false);
  expect((await settings(visitor)).is_waiting).toBe(false);
  stream.close();
  // A later request is a new call. Taking over the conversation ends this call as well.
  await visitor.ask("human please");
  expect((await settings(visitor)).is_waiting).toBe(true);
  await mails.next(staff.email);
  expect(told()).toBe(2);
  expect(mails.mails.filter(({ to }) => to.includes(muted.email))).toEqual([]);
  await staff.api.post(`/chats/${conversation_id}/take-over`);
  expect((await settings(visitor)).is_waiting).toBe(false);
  // A visitor whose conversation was taken over does not call the team.
  await visitor.say("can I talk to a human?");
  expect((await settings(visitor)).is_waiting).toBe(false);
});

test("a model calls the team by its tool, but only for reasons that the owner has chosen", async () => {
  const chat = await withRules({ whenUnknown: true });
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask('[[fake call call_the_team {"reason":"bored"}]]');
  expect((await settings(visitor)).is_waiting).toBe(false);
  const { id } = await visitor.ask('[[fake call call_the_team {"reason":"unknown"}]]');
  expect((await settings(visitor)).is_waiting).toBe(true);
  expect(await getSession(chat)).toMatchObject({ handover_reason: "unknown", handover_message_id: id });

  const only = await createVisitor(server.url, await withRules({}));
  await only.ask('[[fake call call_the_team {"reason":"unknown"}]]');
  expect((await settings(only)).is_waiting).toBe(false);
});

test("a chat without handover never calls the team, even when a model tries to", async () => {
  const chat = await withRules({ onRequest: false });
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("Can I talk to a human?");
  expect(tools()).toEqual([]);
  await visitor.ask('[[fake call call_the_team {"reason":"requested"}]]');
  expect((await settings(visitor)).is_waiting).toBe(false);
});

test("members of the team are not offered the handover tool", async () => {
  const chat = (await staff.api.post("/chats", {})).body;
  await staff.api.multipart(`/chats/${chat.id}/messages`, {
    message_input: "Can I talk to a human?",
    is_sync: "true",
  });
  expect(tools()).not.toContain("call_the_team");
});

test("a handover word of the owner calls the team, whatever the model is", async () => {
  const chat = await withRules(
    { onRequest: false, words: ["refund", "Kündigung"] },
    { model: "openai-compatible:no-tools" },
  );
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("Is it nonrefundable?");
  expect((await settings(visitor)).is_waiting).toBe(false);
  await visitor.ask("[[fake notools]] I want a REFUND.");
  expect((await settings(visitor)).is_waiting).toBe(true);
  expect(await getSession(chat)).toMatchObject({ handover_reason: "rule" });
});

test("the document finder reports the call of the team in the language of the request", async () => {
  const chat = await withRules({}, { model: "builtin" });
  const visitor = await createVisitor(server.url, chat);
  await visitor.ask("Je voudrais parler à un conseiller");
  expect((await visitor.read()).at(-1)!.message).toBe("J’ai prévenu l’équipe. Quelqu’un vous répondra ici.");
  expect((await settings(visitor)).is_waiting).toBe(true);
});

test("the document finder calls the team when it finds nothing, if the owner has chosen that", async () => {
  const asked = async (rules: object) => {
    const chat = await withRules(rules, { model: "builtin" });
    const visitor = await createVisitor(server.url, chat);
    await visitor.ask("Hello");
    expect((await settings(visitor)).is_waiting).toBe(false);
    const { id } = await visitor.ask("Which colours do your ropes have?");
    return { ...(await settings(visitor)), ...(await getSession(chat)), id };
  };
  expect((await asked({})).is_waiting).toBe(false);
  const called = await asked({ whenUnknown: true });
  expect(called).toMatchObject({
    is_waiting: true,
    handover_reason: "unknown",
    handover_message_id: called.id,
  });
});

test("mails about waiting visitors are limited per hour, but all visitors wait", async () => {
  const { RATE_LIMIT_MAILS: usual } = config();
  config().RATE_LIMIT_MAILS = 1;
  const chat = await withRules({}, { model: "builtin", name: "Crowd" });
  for (let count = 1; count <= 5; count++) {
    const visitor = await createVisitor(server.url, chat);
    await visitor.ask("human please");
    expect((await settings(visitor)).is_waiting).toBe(true);
  }
  const ofCrowd = () =>
    mails.mails.filter(({ mail }) => mail.subject === "A visitor is waiting: Crowd").length;
  const left = async () => (await query`select id from mails where "to" = ${staff.email}`).length;
  await expect.poll(ofCrowd).toBeGreaterThanOrEqual(4);
  await expect.poll(left).toBe(0);
  expect(ofCrowd()).toBe(4);
  config().RATE_LIMIT_MAILS = usual;
});

test("a retry of a message that the team has answered calls nobody", async () => {
  const chat = await withRules({});
  const visitor = await createVisitor(server.url, chat);
  const { id } = await visitor.ask("human please");
  const { conversation_id } = await getSession(chat);
  await staff.api.multipart(`/chats/${conversation_id}/messages`, { message_input: "Yes?" });
  expect((await settings(visitor)).is_waiting).toBe(false);
  const again = await visitor.api.post(`${visitor.base}/messages/${id}/retry`, undefined, visitor.headers);
  const task = `${visitor.base}/streaming/${again.body.streaming_task_id}`;
  await (await listen(visitor.api, task, { headers: { ...visitor.headers, authorization: "" } })).named(
    "done",
  );
  expect((await settings(visitor)).is_waiting).toBe(false);
});
