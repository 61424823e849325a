import { expect, test } from "vitest";
import { person } from "@/test/client";
import { startHelpDesk } from "@/test/help-desk";
import { query } from "@/test/query";
import { createVisitor } from "@/test/visitor";

/** Covers the report on conversations with visitors. */
const { server, staff, publicChat } = await startHelpDesk({
  INDEX_AFTER_MS: "50",
  EMBEDDING_MODEL: "builtin",
});

type Visitor = Awaited<ReturnType<typeof createVisitor>>;
type Chat = { id: number; uuid: string };
const today = () => new Date().toISOString().slice(0, 10);
const getReport = async ({ id }: Chat, query = "", api = staff.api) =>
  (await api.get(`/chats/${id}/report${query}`)).body;
const getUnanswered = async ({ id }: Chat, query = "") =>
  (await staff.api.get(`/chats/${id}/unanswered${query}`)).body;
const newest = async ({ id }: Chat): Promise<number> =>
  (await staff.api.get(`/chats/${id}/visitors`)).body[0].chat_id;
const getReply = async (visitor: Visitor) =>
  (await visitor.read()).findLast(({ role }) => role === "assistant")!.id;
const listTexts = (groups: { questions: { text: string }[] }[]) =>
  groups.map(({ questions }) => questions.map(({ text }) => text));

// Creates a visitor with questions, and returns the conversation.
async function asks(chat: Chat, ...questions: string[]) {
  const visitor = await createVisitor(server.url, chat);
  for (const question of questions) await visitor.ask(question);
  return { visitor, conversation: await newest(chat) };
}
const rate = (visitor: Visitor, body: object) =>
  visitor.api.put(`${visitor.base}/rating`, body, visitor.headers);
const thumb = async (visitor: Visitor, is_good: boolean) =>
  visitor.api.put(`${visitor.base}/messages/${await getReply(visitor)}/rating`, { is_good }, visitor.headers);

test("the report counts conversations by who answered, with ratings, thumbs and times", async () => {
  const chat = await publicChat();
  const other = await publicChat();
  await asks(other, "elsewhere");
  const alone = await asks(chat, "hello");
  await rate(alone.visitor, { rating: 5, comment: "Quick" });
  await thumb(alone.visitor, true);
  const failed = await asks(chat, "[[fake 401]]");
  await rate(failed.visitor, { rating: 2 });
  const helped = await asks(chat, "Is anybody there?");
  await staff.api.multipart(`/chats/${helped.conversation}/messages`, { message_input: "I am." });
  await thumb(helped.visitor, false);
  // The team took 100 s, the assistant 4 s and 8 s, each measured from the question.
  const times = [
    [helped.conversation, "user", 100],
    [helped.conversation, "assistant", 8],
    [alone.conversation, "assistant", 4],
  ] as const;
  for (const [id, author, seconds] of times)
    await query`update messages set created_at = (select created_at from messages asked where asked.chat_id = ${id}
      and asked.user_type = 'guest') + ${seconds} * interval '1 second' where chat_id = ${id} and user_type = ${author}`;

  const report = await getReport(chat);
  expect(report.total).toEqual({
    conversations: 3,
    by_assistant: 1,
    handed_over: 1,
    unanswered: 1,
    rated: 2,
    mean_rating: 3.5,
    ratings: [0, 1, 0, 0, 1],
    good_replies: 1,
    bad_replies: 1,
    assistant: { answered: 2, median_seconds: 6, p90_seconds: expect.closeTo(7.6) },
    team: { answered: 1, median_seconds: 100, p90_seconds: 100 },
  });
  expect(report.rows).toHaveLength(30);
  expect(report.rows.at(-1)).toEqual({ ...report.total, key: today() });
  expect(report.rows[0]).toMatchObject({ conversations: 0, mean_rating: null, ratings: [0, 0, 0, 0, 0] });
  expect(report.comments).toMatchObject([{ chat_id: alone.conversation, rating: 5, comment: "Quick" }]);
  // A handover is measured from the assistant's call to the team.
  await query`update public_sessions set handover_reason = 'requested', handover_message_id =
    (select min(id) from messages where chat_id = ${helped.conversation} and user_type = 'assistant')
    where conversation_id = ${helped.conversation}`;
  expect((await getReport(chat)).total.team.median_seconds).toBe(92);
});

test("days and weeks of the report follow the reader's time zone and include empty ones", async () => {
  const chat = await publicChat();
  for (const day of ["2026-03-01T23:59:59Z", "2026-03-02T00:00:00Z", "2026-03-04T12:00:00Z"]) {
    const { conversation } = await asks(chat, "hello");
    await query`update chats set created_at = ${day} where id = ${conversation}`;
  }
  const keys = ({ rows }: { rows: { key: string; conversations: number }[] }) =>
    rows.map(({ key, conversations }) => `${key} ${conversations}`);
  expect(keys(await getReport(chat, "?from=2026-03-01&to=2026-03-04"))).toEqual([
    "2026-03-01 1",
    "2026-03-02 1",
    "2026-03-03 0",
    "2026-03-04 1",
  ]);
  // 1 March 2026 was a Sunday.
  const weeks = await getReport(chat, "?from=2026-03-01&to=2026-03-09&by=week");
  expect(keys(weeks)).toEqual(["2026-02-23 1", "2026-03-02 2", "2026-03-09 0"]);
  expect(weeks.total.conversations).toBe(3);
  expect((await getReport(chat, "?from=2026-03-02&to=2026-03-03")).total.conversations).toBe(1);
  // Until daylight saving begins at the end of March, days in Berlin begin one hour earlier than in UTC.
  const berlin = "&time_zone=Europe/Berlin";
  expect(keys(await getReport(chat, `?from=2026-03-01&to=2026-03-03${berlin}`))).toEqual([
    "2026-03-01 0",
    "2026-03-02 2",
    "2026-03-03 0",
  ]);
  await query`update chats set created_at = '2026-03-29T21:59:59Z' where parent_chat_id = ${chat.id}`;
  expect(keys(await getReport(chat, `?from=2026-03-28&to=2026-03-29${berlin}`))).toEqual([
    "2026-03-28 0",
    "2026-03-29 3",
  ]);
  const statuses = await Promise.all(
    [
      "?time_zone=Mars/Olympus",
      "?from=2026-03-02&to=2026-03-01",
      "?from=2025-03-01&to=2026-03-02",
      "?from=2026-02-30",
      "?by=year",
    ].map(async (query) => (await staff.api.get(`/chats/${chat.id}/report${query}`)).status),
  );
  expect(statuses).toEqual([422, 422, 422, 422, 422]);
});

test("unanswered and disliked questions are grouped by meaning", async () => {
  const chat = await publicChat();
  const disliked = await asks(chat, "What are the delivery costs to Norway?");
  await thumb(disliked.visitor, false);
  const fine = await asks(chat, "Do you rent cargo bikes?");
  await thumb(fine.visitor, true);
  await asks(chat, "[[fake 401]] Can I pay by invoice?");
  const unknown = await asks(chat, "hello", "Is there a mooring for my boat?");
  await query`update public_sessions set handover_reason = 'unknown', handover_message_id =
    (select max(id) from messages where chat_id = ${unknown.conversation} and user_type = 'guest')
    where conversation_id = ${unknown.conversation}`;
  const nothing = await asks(chat, "How much does shipping to Norway cost?");
  await query`update messages set extra = extra || '{"found_nothing": true}'
    where chat_id = ${nothing.conversation} and user_type = 'assistant'`;
  await expect
    .poll(async () => listTexts(await getUnanswered(chat)))
    .toEqual([
      ["How much does shipping to Norway cost?", "What are the delivery costs to Norway?"],
      ["Is there a mooring for my boat?"],
      ["[[fake 401]] Can I pay by invoice?"],
    ]);
  const [shipping, boat, invoice] = await getUnanswered(chat);
  expect(shipping).toMatchObject({
    count: 2,
    last_asked_at: shipping.questions[0].asked_at,
    questions: [
      { chat_id: nothing.conversation, reasons: ["nothing_found"] },
      { chat_id: disliked.conversation, reasons: ["disliked"] },
    ],
  });
  expect([boat.questions[0].reasons, invoice.questions[0].reasons]).toEqual([["handed_over"], ["failed"]]);
  expect(await getUnanswered(chat, "?from=2026-01-01&to=2026-01-31")).toEqual([]);
});

test("numbers are visible to members of the chat, and texts to members of the conversation", async () => {
  const chat = await publicChat();
  const { visitor, conversation } = await asks(chat, "[[fake 401]]");
  await rate(visitor, { rating: 1, comment: "Bad" });
  const stranger = await person(server.url, "Sam Stranger");
  for (const path of ["report", "unanswered"])
    expect((await stranger.api.get(`/chats/${chat.id}/${path}`)).status).toBe(404);
  expect((await getReport(chat)).comments).toHaveLength(1);
  expect(await getUnanswered(chat)).toHaveLength(1);
  await query`delete from chat_members where chat_id = ${conversation}`;
  expect(await getReport(chat)).toMatchObject({ total: { rated: 1 }, comments: [] });
  expect(await getUnanswered(chat)).toEqual([]);
});
