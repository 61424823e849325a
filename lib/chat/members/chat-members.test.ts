import { afterAll, describe, expect, test } from "vitest";
import { type Client, person } from "@/test/client";
import { colleague, removeFromGroup } from "@/test/colleague";
import { startModelServer } from "@/test/fakes/model-server";
import { outbox } from "@/test/outbox";
import { startServer } from "@/test/server";

const model = await startModelServer();
process.env.OPENAI_BASE_URL = model.url;
const server = await startServer();
const mails = outbox(process.env.DATA_DIR!);
afterAll(async () => {
  await server.close();
  await model.close();
});

const ada = await person(server.url, "Ada Owner");
const eve = await person(server.url, "Eve Elsewhere");
const mia = await colleague(server.url, ada.group, "Mia Member");
const max = await colleague(server.url, ada.group, "Max Member");
type Chat = { id: number; uuid: string };
const newChat = async (body: object = {}): Promise<Chat> =>
  (await ada.api.post("/chats", { virtual_assistant_id: null, ...body })).body;
const withMia = () => newChat({ member_user_ids: [mia.user.id] });
const users = async (api: Client, { id }: Chat) =>
  (await api.get(`/chats/${id}/users`)).body.map(({ id, role }: { id: number; role: string }) => [id, role]);
const members = ({ id }: Chat) => `/chats/${id}/members`;
const status = async (answer: Promise<{ status: number }>) => (await answer).status;

describe("adding", () => {
  test("a colleague turns a private chat into a group chat that they see without unread messages", async () => {
    const chat = await newChat();
    await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "before" });
    const answer = await ada.api.post(members(chat), { user_ids: [mia.user.id] });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      added: [
        { id: mia.user.id, full_name: "Mia Member", avatar_url: null, role: "member", is_online: false },
      ],
      changed: [],
      invited: [],
    });
    const hers = (await mia.api.get(`/chats/${chat.uuid}`)).body;
    expect(hers).toMatchObject({ chat_type: "group", members_count: 2, my_role: "member", unread_count: 0 });
    expect(await users(mia.api, chat)).toEqual([
      [ada.user.id, "owner"],
      [mia.user.id, "member"],
    ]);
    const full = (await mia.api.get(`/chats/${chat.id}/users/full`)).body[1];
    expect(full).toMatchObject({ email: mia.user.email, mention_name: null });
    expect(full.last_read_message_id).toBeGreaterThan(0);
    await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "after" });
    expect((await mia.api.get(`/chats/${chat.id}`)).body.unread_count).toBe(1);
  });

  test("a colleague twice succeeds, also simultaneously", async () => {
    const chat = await newChat();
    const add = () => ada.api.post(members(chat), { user_ids: [mia.user.id, mia.user.id] });
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.flatMap(({ body }) => body.added)).toHaveLength(1);
    expect(await users(ada.api, chat)).toHaveLength(2);
  });

  test("people by address adds a colleague and invites a stranger to the group", async () => {
    const chat = await newChat();
    const stranger = `new.${Date.now()}@example.test`;
    const answer = await ada.api.post(members(chat), {
      emails: [mia.user.email.toUpperCase(), stranger],
      role: "admin",
    });
    expect(answer.body.invited).toEqual([stranger]);
    expect(answer.body.added).toMatchObject([{ id: mia.user.id, role: "admin" }]);
    expect((await mails.next(stranger)).mail.subject).toContain("Ada Owner has invited you");
  });

  test("a stranger fails for an owner of a chat who cannot invite to the group, and adds nobody", async () => {
    const chat = (await mia.api.post("/chats", {})).body;
    const given = { user_ids: [max.user.id], emails: [`x.${Date.now()}@example.test`] };
    expect(await status(mia.api.post(members(chat), given))).toBe(403);
    expect(await users(mia.api, chat)).toHaveLength(1);
  });

  test("a person of another group returns the same 404 as an unknown id, and adds nobody", async () => {
    const chat = await newChat();
    for (const id of [eve.user.id, 999_999, 0])
      expect(await status(ada.api.post(members(chat), { user_ids: [mia.user.id, id] }))).toBe(404);
    expect(await users(ada.api, chat)).toHaveLength(1);
    expect(await status(eve.api.post(members(chat), { user_ids: [eve.user.id] }))).toBe(404);
  });

  test("members refuses invalid lists", async () => {
    const chat = await newChat();
    for (const body of [{ user_ids: "x" }, { emails: ["nobody"] }, { user_ids: [], role: "owner" }])
      expect(await status(ada.api.post(members(chat), body))).toBe(422);
  });
});

describe("roles", () => {
  test("of members change by adding them again with another role, or by a role update", async () => {
    const chat = await withMia();
    const promoted = await ada.api.post(members(chat), { user_ids: [mia.user.id], role: "admin" });
    expect(promoted.body).toMatchObject({ added: [], changed: [{ id: mia.user.id, role: "admin" }] });
    const one = `${members(chat)}/${ada.user.id}`;
    expect(await status(mia.api.patch(one, { role: "member" }))).toBe(403);
    expect(await status(mia.api.post(members(chat), { user_ids: [ada.user.id], role: "member" }))).toBe(403);
    expect(await status(mia.api.del(members(chat), { user_ids: [ada.user.id] }))).toBe(403);
    expect(await status(ada.api.patch(one, { role: "member" }))).toBe(409);
    expect(await status(ada.api.patch(`${members(chat)}/${max.user.id}`, { role: "member" }))).toBe(404);
    await ada.api.patch(`${members(chat)}/${mia.user.id}`, { role: "owner" });
    expect((await mia.api.patch(one, { role: "member" })).body).toMatchObject({ role: "member" });
    expect(await status(ada.api.put(`/chats/${chat.id}/goal`, { goal: "x" }))).toBe(403);
  });

  test("keep an owner when two owners demote each other simultaneously", async () => {
    for (let round = 0; round < 5; round++) {
      const chat = await withMia();
      await ada.api.patch(`${members(chat)}/${mia.user.id}`, { role: "owner" });
      await Promise.all([
        ada.api.patch(`${members(chat)}/${mia.user.id}`, { role: "member" }),
        mia.api.post(`/chats/${chat.id}/leave`),
        ada.api.post(`/chats/${chat.id}/leave`),
      ]);
      const left = [
        ...(await ada.api.get("/chats?page_size=100")).body,
        ...(await mia.api.get("/chats?page_size=100")).body,
      ];
      const seen = left.filter(({ id }: Chat) => id === chat.id);
      expect(seen.length === 0 || seen.some(({ my_role }) => my_role === "owner")).toBe(true);
    }
  });
});

describe("removing", () => {
  test("members takes the chat from each named person, and repeating it removes nobody", async () => {
    const chat = await newChat({ member_user_ids: [mia.user.id, max.user.id] });
    const given = { user_ids: [mia.user.id], emails: [max.user.email] };
    expect((await ada.api.del(members(chat), given)).body.removed.sort()).toEqual(
      [mia.user.id, max.user.id].sort(),
    );
    expect((await ada.api.del(members(chat), given)).body).toEqual({ removed: [] });
    expect(await status(mia.api.get(`/chats/${chat.id}`))).toBe(404);
  });

  test("the last owner is refused and removes nobody", async () => {
    const chat = await withMia();
    expect(await status(ada.api.del(members(chat), { user_ids: [mia.user.id, ada.user.id] }))).toBe(409);
    expect(await users(ada.api, chat)).toHaveLength(2);
  });
});

describe("leaving", () => {
  test("is possible for all but the last owner, unless no other member remains, which deletes the chat", async () => {
    const chat = await withMia();
    await ada.api.multipart(`/chats/${chat.id}/messages`, {
      message_input: "file",
      files: [new File(["x"], "a.txt")],
    });
    const [message] = (await ada.api.get(`/chats/${chat.id}/messages`)).body;
    const file = `/documents/${message.message_attachments[0].document_id}/content`;
    expect(await status(ada.api.post(`/chats/${chat.id}/leave`))).toBe(409);
    expect(await status(mia.api.post(`/chats/${chat.id}/leave`))).toBe(200);
    expect(await status(mia.api.post(`/chats/${chat.id}/leave`))).toBe(404);
    expect(await status(ada.api.post(`/chats/${chat.id}/leave`))).toBe(200);
    expect(await status(ada.api.get(`/chats/${chat.id}`))).toBe(404);
    expect(await status(ada.api.get(file))).toBe(404);
  });

  test("is possible for the last owner after all other members have left the group", async () => {
    const moe = await colleague(server.url, ada.group, "Moe");
    const chat = await newChat({ member_user_ids: [moe.user.id] });
    await removeFromGroup(ada.group, moe.user.id);
    expect(await users(ada.api, chat)).toEqual([[ada.user.id, "owner"]]);
    expect((await ada.api.get(`/chats/${chat.id}`)).body.members_count).toBe(1);
    expect(await status(ada.api.post(`/chats/${chat.id}/leave`))).toBe(200);
  });
});

describe("a direct chat", () => {
  const direct = (api: Client, user_ids: number[]) => api.post("/chats/direct_users", { user_ids });

  test("with one other person exists once, also when both open it simultaneously", async () => {
    const [a, b] = [
      await colleague(server.url, ada.group, "Ann"),
      await colleague(server.url, ada.group, "Bob"),
    ];
    const opened = await Promise.all([
      direct(a.api, [b.user.id]),
      direct(b.api, [a.user.id]),
      direct(a.api, [b.user.id, a.user.id]),
      direct(b.api, [a.user.id]),
    ]);
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(opened.map(({ body }) => body.id)).size).toBe(1);
    expect(opened[0]!.body).toMatchObject({ chat_type: "direct", virtual_assistant: null, members_count: 2 });
    expect(["Ann, Bob", "Bob, Ann"]).toContain(opened[0]!.body.name);
    const sent = await a.api.multipart(`/chats/${opened[0]!.body.id}/messages`, { message_input: "hi" });
    expect(sent.body.responses).toBeNull();
  });

  test("with several people is new each time, and a third person makes it a group chat", async () => {
    const several = [mia.user.id, max.user.id];
    const [first, second] = [await direct(ada.api, several), await direct(ada.api, several)];
    expect(first.body.id).not.toBe(second.body.id);
    const pair = (await direct(ada.api, [mia.user.id])).body;
    await ada.api.post(members(pair), { user_ids: [max.user.id] });
    expect((await ada.api.get(`/chats/${pair.id}`)).body.chat_type).toBe("group");
    expect((await direct(ada.api, [mia.user.id])).body.id).not.toBe(pair.id);
  });

  test("requires other people of the group", async () => {
    expect(await status(direct(ada.api, [eve.user.id]))).toBe(404);
    expect(await status(direct(ada.api, [ada.user.id]))).toBe(422);
    expect(await status(direct(ada.api, []))).toBe(422);
  });
});

test("members receive events when a person is added, changed or removed, and when the chat is deleted", async () => {
  const chat = await newChat();
  const now = async ({ api }: { api: Client }) => (await api.get("/users/me/events")).body.last_event_id;
  const [adas, mias] = [await now(ada), await now(mia)];
  const heard = async ({ api }: { api: Client }, after: number, { id } = chat) =>
    (await api.get(`/users/me/events?last_event_id=${after}`)).body.events
      .filter(({ data }: { data: { chat_id?: number } }) => data.chat_id === id)
      .map(({ event, data }: { event: string; data: { fields?: string[] } }) => [
        event,
        ...(data.fields ?? []),
      ]);
  await ada.api.post(members(chat), { user_ids: [mia.user.id] });
  expect(await heard(mia, mias)).toContainEqual(["chat.added"]);
  expect(await heard(ada, adas)).toContainEqual(["chat.updated", "members"]);
  await ada.api.del(members(chat), { user_ids: [mia.user.id] });
  expect(await heard(mia, mias)).toContainEqual(["chat.removed"]);
  await ada.api.del(`/chats/${chat.id}`);
  expect(await heard(ada, adas)).toContainEqual(["chat.removed"]);

  const kept = await withMia();
  const from = await now(mia);
  await ada.api.put(`/chats/${kept.id}/va`, { virtual_assistant_id: null });
  await ada.api.patch(`${members(kept)}/${mia.user.id}`, { role: "admin" });
  const all = await heard(mia, from, kept);
  expect(all).toContainEqual(["chat.updated", "virtual_assistant"]);
  expect(all).toContainEqual(["chat.updated", "members"]);
});
