import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { type Client, PASSWORD, person } from "@/test/client";
import { colleague, removeFromGroup, suspend } from "@/test/colleague";
import { startServer } from "@/test/server";
import { compareStatements } from "@/test/statements";

const server = await startServer();
afterAll(server.close);

const ada = await person(server.url, "Ada Owner");
const max = await colleague(server.url, ada.group, "Max Member");
const liz = await colleague(server.url, ada.group, "Liz Member");
const mia = await colleague(server.url, ada.group, "Mia Member");
const eve = await person(server.url, "Eve Elsewhere");

type Member = { id: number; full_name: string; role: string };
type Someone = { user: { id: number }; api: Client };
const newChat = async (people: Someone[], by: Someone = max, body: object = {}) =>
  (await by.api.post("/chats", { name: "Plan", member_user_ids: people.map(({ user }) => user.id), ...body }))
    .body;
const save = async (chat: { id: number }, body: object = {}, by: Someone = max) => {
  const { status, body: saved } = await by.api.post(`/chats/${chat.id}/tasks`, body);
  expect(status).toBe(201);
  return saved as { task_id: number; version_number: number };
};
const saveMembers = async (people: Someone[], by: Someone = max) =>
  (await save(await newChat(people, by), { include_members: true }, by)).task_id;
const start = async (taskId: number, by: Someone, body: object = {}, query = "") => {
  const answer = await by.api.post(`/chats?copy_from_task_id=${taskId}${query}`, body);
  expect(answer.status).toBe(200);
  return answer.body;
};
const roles = async ({ id }: { id: number }, by: Someone) =>
  (await by.api.get(`/chats/${id}/users`)).body.map(({ full_name, role }: Member) => `${full_name}: ${role}`);
const named = ({ user: { id } }: Someone, full_name: string) => ({ id, full_name });
const getTask = async (id: number, by: Someone) => (await by.api.get(`/tasks/${id}`)).body;

describe("the members of a chat saved as a task", () => {
  test("are left out unless they are included", async () => {
    const chat = await newChat([mia]);
    const chosen = (await save(chat)).task_id;
    const whole = (await max.api.post(`/chats/${chat.id}/save-as-task`)).body.task_id;
    for (const id of [chosen, whole]) {
      expect(await getTask(id, liz)).toMatchObject({ includes_members: false, members: [] });
      const started = await start(id, liz);
      expect(started).toMatchObject({ members_count: 1, chat_type: "private" });
      expect(started).not.toHaveProperty("task_members");
    }
  });

  test("join a chat created from it beside its creator, the only owner", async () => {
    const chat = await newChat([ada, mia]);
    await max.api.post(`/chats/${chat.id}/members`, { user_ids: [ada.user.id], role: "admin" });
    const { task_id } = await save(chat, { include_members: true });
    const added = [named(ada, "Ada Owner"), named(max, "Max Member"), named(mia, "Mia Member")];
    expect(await getTask(task_id, liz)).toMatchObject({
      includes_members: true,
      members: added.map((someone) => ({ ...someone, avatar_url: null })),
    });
    const { last_event_id: last } = (await mia.api.get("/users/me/events")).body;
    const started = await start(task_id, liz);
    expect(started).toMatchObject({
      chat_type: "group",
      members_count: 4,
      my_role: "owner",
      task_members: { added, left_out: [] },
    });
    expect(await roles(started, liz)).toEqual([
      "Liz Member: owner",
      "Ada Owner: admin",
      "Max Member: admin",
      "Mia Member: member",
    ]);
    const { events } = (await mia.api.get(`/users/me/events?last_event_id=${last}`)).body;
    const addedTo = events.flatMap(({ event, data }: { event: string; data: { chat_id?: number } }) =>
      event === "chat.added" ? data.chat_id : [],
    );
    expect(addedTo.filter((id: number) => id === started.id)).toHaveLength(1);
    expect((await mia.api.get(`/chats/${started.id}`)).body).toMatchObject({ unread_count: 0 });
    // A person of the chat who creates another one isn't added twice.
    const own = await start(task_id, mia);
    expect(own.task_members.added).toEqual(added.slice(0, 2));
    expect(await roles(own, mia)).toEqual(["Mia Member: owner", "Ada Owner: admin", "Max Member: admin"]);
    expect(JSON.stringify(await getTask(task_id, mia))).not.toContain("Mia Member");
  });

  test("are added once and without a template's role if the request names them, and never to temporary chats", async () => {
    const chat = await newChat([ada]);
    await max.api.post(`/chats/${chat.id}/members`, { user_ids: [ada.user.id], role: "admin" });
    const { task_id } = await save(chat, { include_members: true });
    const started = await start(task_id, liz, { member_user_ids: [ada.user.id, mia.user.id] });
    expect(await roles(started, liz)).toEqual([
      "Liz Member: owner",
      "Max Member: admin",
      "Ada Owner: member",
      "Mia Member: member",
    ]);
    const temporary = await start(task_id, liz, { temp: true });
    expect(temporary).toMatchObject({ members_count: 1 });
    expect(temporary).not.toHaveProperty("task_members");
  });

  test("come with the same number of statements, whatever their number", async () => {
    const one = await saveMembers([], ada);
    const many = await saveMembers([max, liz, mia], ada);
    const counts = await compareStatements(
      () => start(one, max),
      () => start(many, max),
    );
    expect(counts[1]).toBe(counts[0]);
  });

  test("are refused above 200", async () => {
    const chat = await newChat([]);
    await db().execute(sql`
      with people as (insert into users (email, full_name)
        select 'crowd' || n || '@example.test', 'Crowd ' || n from generate_series(1, 200) n returning id),
      joined as (insert into group_members (group_id, user_id, role)
        select ${ada.group.id}::uuid, id, 'member' from people returning user_id)
      insert into chat_members (chat_id, user_id, group_id, role)
      select ${chat.id}::int, user_id, ${ada.group.id}::uuid, 'member' from joined`);
    const refused = await max.api.post(`/chats/${chat.id}/tasks`, { include_members: true });
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0]).toMatchObject({ loc: ["body", "include_members"] });
    await save(chat);
  });
});

describe("members of a task who can't be added", () => {
  test("are left out without an error: who left the group, deleted the account or is in another group", async () => {
    const bob = await colleague(server.url, ada.group, "Bob Leaver");
    const tom = await colleague(server.url, ada.group, "Tom Deleted");
    const id = await saveMembers([bob, tom, mia]);
    await removeFromGroup(ada.group, bob.user.id);
    expect((await tom.api.del("/users/me", { password: PASSWORD })).status).toBe(200);

    // Only who saved the version knows that Bob was a member of the chat.
    const started = await start(id, liz);
    expect(started.task_members).toEqual({
      added: [named(max, "Max Member"), named(mia, "Mia Member")],
      left_out: [],
    });
    const own = await start(id, max);
    expect(own.task_members).toEqual({
      added: [named(mia, "Mia Member")],
      left_out: [named(bob, "Bob Leaver")],
    });
    expect(await roles(own, max)).toEqual(["Max Member: owner", "Mia Member: member"]);
    for (const reader of [liz, max, ada]) {
      const shown = [await getTask(id, reader), (await reader.api.get(`/tasks/${id}/versions`)).body];
      expect(JSON.stringify(shown)).not.toMatch(/Bob|Tom/);
    }
    await db().execute(sql`insert into group_members (group_id, user_id, role)
      values (${ada.group.id}::uuid, ${bob.user.id}::int, 'member')`);
    expect((await start(id, liz)).task_members.added).toContainEqual(named(bob, "Bob Leaver"));
  });

  test("are added or left out when they delete their account at the same time", async () => {
    const tom = await colleague(server.url, ada.group, "Tom Deleted");
    const id = await saveMembers([tom, mia]);
    const [deleted, ...chats] = await Promise.all([
      tom.api.del("/users/me", { password: PASSWORD }),
      ...Array.from({ length: 5 }, () => start(id, liz)),
    ]);
    expect(deleted.status).toBe(200);
    for (const chat of chats)
      expect(await roles(chat, liz)).toEqual([
        "Liz Member: owner",
        "Max Member: admin",
        "Mia Member: member",
      ]);
  });

  test("don't prevent a chat of the creator alone", async () => {
    const bob = await colleague(server.url, ada.group, "Bob Leaver");
    const id = await saveMembers([max], bob);
    await removeFromGroup(ada.group, bob.user.id);
    const started = await start(id, max);
    expect(started).toMatchObject({
      ...{ chat_type: "private", members_count: 1, task_members: { added: [], left_out: [] } },
    });
  });

  test("are those whom a person of the group can't add by hand: a suspended account is added", async () => {
    const sue = await colleague(server.url, ada.group, "Sue Suspended");
    const id = await saveMembers([sue]);
    await suspend(sue.user.id);
    const byHand = await newChat([], liz);
    expect(
      (await liz.api.post(`/chats/${byHand.id}/members`, { user_ids: [sue.user.id] })).body.added,
    ).toHaveLength(1);
    expect((await start(id, liz)).task_members.added).toContainEqual(named(sue, "Sue Suspended"));
  });

  test("don't include an assistant that the creator may not use, nor its name", async () => {
    const secret = { name: "Salaries helper", usable_by: "creator" };
    const assistant = (await max.api.post("/virtual-assistants", secret)).body;
    const chat = await newChat([mia], max, { virtual_assistant_id: assistant.id });
    const { task_id } = await save(chat, { include_members: true });
    const started = await start(task_id, liz);
    expect(started.virtual_assistant.id).not.toBe(assistant.id);
    expect(started.task_members.added).toHaveLength(2);
    expect(JSON.stringify([started, await getTask(task_id, liz)])).not.toContain("Salaries helper");
    expect((await start(task_id, max)).virtual_assistant.id).toBe(assistant.id);
  });
});

describe("a task that includes members", () => {
  test("is read by those who may use it only", async () => {
    const chat = await newChat([mia]);
    const body = { include_members: true, usable_by: "people", user_ids: [mia.user.id] };
    const { task_id } = await save(chat, body);
    for (const outsider of [liz, eve]) {
      expect((await outsider.api.get(`/tasks/${task_id}`)).status).toBe(404);
      expect((await outsider.api.post(`/chats?copy_from_task_id=${task_id}`, {})).status).toBe(404);
    }
    expect((await getTask(task_id, mia)).members).toMatchObject([{ id: max.user.id }]);
    const plain = await mia.api.post(`/chats/${chat.id}/tasks`, { include_members: true });
    expect(plain.status).toBe(403);
  });

  test("keeps them when its fields change, and has those of the chat in the version saved from it", async () => {
    const id = await saveMembers([mia]);
    await max.api.patch(`/tasks/${id}`, { fields: { goal: "Sail" } });
    expect(await getTask(id, liz)).toMatchObject({ latest_version_number: 2, includes_members: true });
    expect((await start(id, liz)).task_members.added).toHaveLength(2);

    const chat = await start(id, max);
    await max.api.del(`/chats/${chat.id}/members`, { user_ids: [mia.user.id] });
    await max.api.post(`/chats/${chat.id}/members`, { user_ids: [ada.user.id] });
    await save(chat, { include_members: true });
    expect((await getTask(id, liz)).members).toMatchObject([{ id: ada.user.id }, { id: max.user.id }]);
    await save(chat);
    expect(await getTask(id, liz)).toMatchObject({ includes_members: false, members: [] });
    const versions = (await max.api.get(`/tasks/${id}/versions`)).body;
    expect(versions.map((version: { includes_members: boolean }) => version.includes_members)).toEqual([
      ...[false, true, true, true],
    ]);
    const [listed] = (await max.api.get("/tasks")).body.filter((task: { id: number }) => task.id === id);
    expect(listed).toMatchObject({ includes_members: false });
    const older = await start(id, liz, {}, "&task_version_number=2");
    expect(older.task_members.added).toEqual([named(max, "Max Member"), named(mia, "Mia Member")]);
  });

  test("adds nobody to the chats that are updated to it", async () => {
    const { task_id } = await save(await newChat([]));
    const chat = await start(task_id, liz);
    const source = await start(task_id, max, { goal: "Sail", member_user_ids: [mia.user.id] });
    await save(source, { include_members: true });
    expect((await liz.api.post(`/chats/${chat.id}/task-updates/update`)).body).toMatchObject({
      ...{ updated: true, version: 2, changed_fields: ["goal"] },
    });
    expect(await roles(chat, liz)).toEqual(["Liz Member: owner"]);
  });
});
