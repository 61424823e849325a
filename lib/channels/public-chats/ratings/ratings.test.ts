import { expect, test } from "vitest";
import { listen } from "@/test/client";
import { startHelpDesk } from "@/test/help-desk";
import { query } from "@/test/query";
import { createVisitor } from "@/test/visitor";

/** Visitors rate their own replies and conversations only, and the last rating counts. */
const { server, staff, publicChat } = await startHelpDesk();

type Visitor = Awaited<ReturnType<typeof createVisitor>>;
const getReply = async (visitor: Visitor) =>
  (await visitor.read()).findLast(({ role }) => role === "assistant")!.id;
const rate = (
  visitor: Visitor,
  id: number,
  body: object,
  headers: Record<string, string> = visitor.headers,
) => visitor.api.put(`${visitor.base}/messages/${id}/rating`, body, headers);
const takeBack = (visitor: Visitor, id: number, headers: Record<string, string> = visitor.headers) =>
  visitor.api.del(`${visitor.base}/messages/${id}/rating`, undefined, headers);
const rateAll = (visitor: Visitor, body: object, headers: Record<string, string> = visitor.headers) =>
  visitor.api.put(`${visitor.base}/rating`, body, headers);
const settings = async ({ api, base, headers }: Visitor) => (await api.get(`${base}/settings`, headers)).body;

test("a rating of a reply can be changed and removed", async () => {
  const visitor = await createVisitor(server.url, await publicChat());
  await visitor.ask("hello");
  const id = await getReply(visitor);
  expect((await rate(visitor, id, { is_good: true })).body).toEqual({ message_id: id, is_good: true });
  expect((await rate(visitor, id, { is_good: false })).status).toBe(200);
  expect((await settings(visitor)).reply_ratings).toEqual([{ message_id: id, is_good: false }]);
  expect((await takeBack(visitor, id)).status).toBe(200);
  expect((await takeBack(visitor, id)).status).toBe(200);
  expect((await settings(visitor)).reply_ratings).toEqual([]);
});

test("a regenerated reply loses its rating", async () => {
  const visitor = await createVisitor(server.url, await publicChat());
  await visitor.ask("hello");
  const id = await getReply(visitor);
  await rate(visitor, id, { is_good: false });
  await visitor.api.post(`${visitor.base}/messages/${id}/retry`, undefined, visitor.headers);
  expect((await settings(visitor)).reply_ratings).toEqual([]);
});

test("only successful replies can be rated", async () => {
  const visitor = await createVisitor(server.url, await publicChat());
  const { id } = await visitor.ask("hello");
  await visitor.ask("[[fake 401]]");
  const failed = await getReply(visitor);
  expect((await visitor.read()).at(-1)!.error).not.toBeNull();
  for (const message of [id, failed, 0])
    expect((await rate(visitor, message, { is_good: true })).status).toBe(404);
  for (const body of [{}, { is_good: "yes" }]) expect((await rate(visitor, failed, body)).status).toBe(422);
});

test("a conversation is rated with a comment, and the last rating counts", async () => {
  const visitor = await createVisitor(server.url, await publicChat());
  expect((await rateAll(visitor, { rating: 5 })).status).toBe(404);
  await visitor.ask("hello");
  expect((await settings(visitor)).rating).toBeNull();
  expect((await rateAll(visitor, { rating: 2, comment: "  Too slow " })).body).toEqual({
    rating: 2,
    comment: "Too slow",
  });
  expect((await rateAll(visitor, { rating: 4, comment: "" })).body).toEqual({ rating: 4, comment: null });
  expect((await settings(visitor)).rating).toBe(4);
  for (const rating of [0, 6, 2.5, null]) expect((await rateAll(visitor, { rating })).status).toBe(422);
  expect((await settings(visitor)).rating).toBe(4);
  // The session's next conversation has its own rating.
  await visitor.api.del(`${visitor.base}/conversation`, undefined, visitor.headers);
  expect((await settings(visitor)).rating).toBeNull();
});

test("replies and conversations of other visitors cannot be rated", async () => {
  const chat = await publicChat();
  const one = await createVisitor(server.url, chat);
  await one.ask("hello");
  const id = await getReply(one);
  await rate(one, id, { is_good: true });
  await rateAll(one, { rating: 5 });
  const other = await createVisitor(server.url, chat);
  await other.ask("hello");
  const foreign = await createVisitor(server.url, await publicChat());
  await foreign.ask("hello");
  for (const headers of [other.headers, foreign.headers, { "x-session-id": "nonsense" }, {}]) {
    expect((await rate(one, id, { is_good: false }, headers as Record<string, string>)).status).toBe(404);
    await takeBack(one, id, headers as Record<string, string>);
  }
  for (const headers of [foreign.headers, { "x-session-id": "nonsense" }, {}])
    expect((await rateAll(one, { rating: 1 }, headers as Record<string, string>)).status).toBe(404);
  expect((await rate(foreign, id, { is_good: false })).status).toBe(404);
  expect((await rateAll(other, { rating: 1 })).status).toBe(200);
  expect(await settings(one)).toMatchObject({
    rating: 5,
    reply_ratings: [{ message_id: id, is_good: true }],
  });
  // Anybody with the session id sees its ratings.
  expect((await one.api.get(`${one.base}/settings`)).body).toMatchObject({ rating: null, reply_ratings: [] });
});

test("the page receives an event when the team has closed the conversation", async () => {
  const visitor = await createVisitor(server.url, await publicChat());
  const { id } = await visitor.ask("hello");
  const events = await listen(visitor.api, `${visitor.base}/events`, {
    headers: { ...visitor.headers, authorization: "" },
  });
  await events.named("ready");
  const [row] = await query`update public_sessions set closed_at = now()
    where conversation_id = (select chat_id from messages where id = ${id}) returning conversation_id`;
  await staff.api.post(`/chats/${row!.conversation_id}/take-over`);
  expect((await events.named("closed"))!.data).toEqual({ is_closed: true });
  events.close();
  expect((await settings(visitor)).is_closed).toBe(true);
});
