import { expect, test } from "vitest";
import { person } from "@/test/client";
import { startHelpDesk } from "@/test/help-desk";
import { createVisitor } from "@/test/visitor";

/** Covers concurrent actions of visitors and their team. */
const { server, staff, publicChat: helpDesk } = await startHelpDesk({ RATE_LIMIT_VISITOR_MESSAGES: "500" });

const publicChat = () => helpDesk({ virtual_assistant_id: null });
const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const visitors = async ({ id }: { id: number }) => (await staff.api.get(`/chats/${id}/visitors`)).body;

test("simultaneous first messages of a visitor start one conversation", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  const sent = await times(10, (at) => visitor.say(`message ${at}`));
  expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await visitors(chat)).toHaveLength(1);
  expect(await visitor.read()).toHaveLength(10);
  const usage = (await staff.api.get(`/chats/${chat.id}/public-usage?days=1`)).body;
  expect(usage[0]).toMatchObject({ conversations: 1, messages: 10, unanswered: 10 });
});

test("a member who is added while visitors arrive joins all of their conversations", async () => {
  const chat = await publicChat();
  const people = await times(3, (at) => person(server.url, `Guest ${at}`));
  const all = await times(8, () => createVisitor(server.url, chat));
  const { link } = (await staff.api.post(`/groups/${staff.group.id}/invitations`, {})).body;
  await people[0]!.api.post("/groups/join", { invitation_token: link.split("/").at(-1) });
  await Promise.all([
    ...all.map(({ say }) => say("hello")),
    staff.api.post(`/chats/${chat.id}/members`, { user_ids: [people[0]!.user.id] }),
  ]);
  for (const { chat_id } of await visitors(chat)) {
    const members = (await staff.api.get(`/chats/${chat_id}`)).body.members_count;
    expect(members).toBe(2);
  }
});

test("visitors cannot write after the chat is unpublished while they write", async () => {
  const chat = await publicChat();
  const all = await times(8, () => createVisitor(server.url, chat));
  const path = `/chats/${chat.id}/public?is_public=`;
  const [, ...sent] = await Promise.all([
    staff.api.put(`${path}false`),
    ...all.map(({ say }) => say("hello")),
  ]);
  for (const { status } of sent) expect([200, 404]).toContain(status);
  await Promise.all([staff.api.put(`${path}true`), staff.api.put(`${path}true`)]);
  const again = await Promise.all(all.map(({ say }) => say("again")));
  expect(again.map(({ status }) => status)).toEqual(Array(8).fill(404));
});

test("simultaneous leaving, takeover and deletion of a conversation cause no server error", async () => {
  const chat = await publicChat();
  const visitor = await createVisitor(server.url, chat);
  await visitor.say("hello");
  const [{ chat_id }] = await visitors(chat);
  const answers = await Promise.all([
    visitor.api.send("DELETE", `${visitor.base}/conversation`, { headers: visitor.headers }),
    staff.api.post(`/chats/${chat_id}/take-over`),
    staff.api.del(`/chats/${chat_id}`),
    visitor.say("more"),
    staff.api.post(`/chats/${chat.id}/visitors/${chat_id}/block`),
  ]);
  for (const { status } of answers) expect(status).toBeLessThan(500);
});
