import { expect, test } from "vitest";
import { PASSWORD, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { server } = await startServerWithModel();
const ada = await person(server.url, "Ada Admin");
const mia = await colleague(server.url, ada.group, "Mia Member");
const [assistant] = (await ada.api.get("/virtual-assistants")).body;

const startChat = async (body: object = {}) => {
  const chat = (await ada.api.post("/chats", { member_user_ids: [mia.user.id], ...body })).body;
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
  const [reply] = sent.body.responses;
  return {
    chat,
    reply,
    question: sent.body.user_message_id,
    path: `/chats/${chat.id}/messages/${reply.id}/rating`,
  };
};
const getReport = async (query = "") =>
  (await ada.api.get(`/virtual-assistants/${assistant.id}/ratings${query}`)).body;

test("members rate a reply for themselves, change their rating and take it back", async () => {
  const { chat, reply, path } = await startChat();
  const own = async ({ api }: typeof mia) => (await api.get(`/chats/${chat.uuid}/ratings`)).body;
  const rated = { message_id: reply.id, is_good: false, reason: "incorrect", comment: "Wrong year" };
  expect(
    (await ada.api.put(path, { is_good: false, reason: "incorrect", comment: " Wrong year " })).body,
  ).toEqual(rated);
  expect(await own(ada)).toEqual([rated]);
  expect(await own(mia)).toEqual([]);
  // A good rating has no reason.
  const good = { message_id: reply.id, is_good: true, reason: null, comment: null };
  expect((await ada.api.put(path, { is_good: true, reason: "style", comment: "  " })).body).toEqual(good);
  expect(await own(ada)).toEqual([good]);
  expect((await ada.api.del(path)).status).toBe(200);
  expect((await ada.api.del(path)).status).toBe(200);
  expect(await own(ada)).toEqual([]);
});

test("only replies of assistants in one's own chats can be rated", async () => {
  const { chat, question, path } = await startChat({ member_user_ids: [] });
  expect((await ada.api.put(`/chats/${chat.id}/messages/${question}/rating`, { is_good: true })).status).toBe(
    404,
  );
  expect((await mia.api.put(path, { is_good: true })).status).toBe(404);
  expect((await mia.api.get(`/chats/${chat.id}/ratings`)).status).toBe(404);
  const other = await startChat();
  const elsewhere = `/chats/${chat.id}/messages/${other.reply.id}/rating`;
  expect((await ada.api.put(elsewhere, { is_good: true })).status).toBe(404);
  for (const body of [
    {},
    { is_good: "yes" },
    { is_good: false, reason: "rude" },
    { is_good: false, comment: "x".repeat(1001) },
  ])
    expect((await ada.api.put(path, body)).status).toBe(422);
});

test("those who may change an assistant see counts, reasons and comments, but no names", async () => {
  const before = await getReport();
  const first = await startChat();
  const second = await startChat();
  await ada.api.put(first.path, { is_good: true });
  await mia.api.put(first.path, { is_good: false, reason: "too_long", comment: "Two lines would do" });
  await mia.api.put(second.path, { is_good: false, reason: "too_long" });
  const report = await getReport("?days=7");
  expect(report).toMatchObject({ good_count: before.good_count + 1, bad_count: before.bad_count + 2 });
  expect(report.reasons).toContainEqual({ reason: "too_long", count: 2 });
  expect(report.comments[0]).toEqual({
    is_good: false,
    reason: "too_long",
    comment: "Two lines would do",
    created_at: expect.any(String),
  });
  expect((await mia.api.get(`/virtual-assistants/${assistant.id}/ratings`)).status).toBe(403);
  const own = (await mia.api.post("/virtual-assistants", { name: "Own", usable_by: "creator" })).body;
  expect((await ada.api.get(`/virtual-assistants/${own.id}/ratings`)).status).toBe(404);
  expect((await mia.api.get(`/virtual-assistants/${own.id}/ratings`)).body).toMatchObject({ good_count: 0 });
});

test("ratings end with their message and with the account of their author", async () => {
  const leaving = await colleague(server.url, ada.group, "Lea Leaving");
  const before = await getReport();
  const { chat, path, reply } = await startChat({ member_user_ids: [mia.user.id, leaving.user.id] });
  await leaving.api.put(path, { is_good: false });
  await mia.api.put(path, { is_good: false });
  await leaving.api.del("/users/me", { password: PASSWORD });
  expect((await getReport()).bad_count).toBe(before.bad_count + 1);
  await ada.api.del(`/chats/${chat.id}/messages/${reply.id}`);
  expect((await getReport()).bad_count).toBe(before.bad_count);
});

test("a regenerated reply loses its ratings, and one isn't taken back by another chat's path", async () => {
  const { chat, path, reply } = await startChat();
  const other = await startChat();
  await ada.api.put(path, { is_good: true });
  await ada.api.del(`/chats/${other.chat.id}/messages/${reply.id}/rating`);
  expect((await ada.api.get(`/chats/${chat.id}/ratings`)).body).toHaveLength(1);
  await ada.api.post(`/chats/messages/${reply.id}/retry`);
  expect((await ada.api.get(`/chats/${chat.id}/ratings`)).body).toEqual([]);
});
