import { describe, expect, test } from "vitest";
import { joined, PASSWORD, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

const { server } = await startServerWithModel();
const ada = await person(server.url, "Ada Owner");
const max = await joined(server.url, ada, "Max Member");
const mia = await joined(server.url, ada, "Mia Member");
const path = "/virtual-assistants";

const create = async (who: typeof ada, body: object = {}) =>
  (await who.api.post(path, { name: "Own", ...body })).body;
const list = async (who: typeof ada): Promise<number[]> =>
  (await who.api.get(path)).body.map(({ id }: { id: number }) => id);

describe("an assistant that a member creates", () => {
  test("is seen and used by its creator only, not even by the owner of the group", async () => {
    const own = await create(max, { mention_name: "own" });
    expect(own).toMatchObject({
      usable_by: "creator",
      created_by: { id: max.user.id },
      may_change: true,
      may_manage: true,
    });
    expect(await list(max)).toContain(own.id);
    for (const other of [ada, mia]) {
      expect(await list(other)).not.toContain(own.id);
      for (const method of ["get", "del"] as const)
        expect((await other.api[method](`${path}/${own.id}`)).status).toBe(404);
      expect((await other.api.patch(`${path}/${own.id}`, { name: "Mine" })).status).toBe(404);
      expect((await other.api.post("/chats", { virtual_assistant_id: own.id })).status).toBe(404);
      const mentions = (await other.api.get("/chats/available_users_mentions")).body;
      expect(JSON.stringify(mentions)).not.toContain('"own"');
    }
    // Admins can't name it as a colleague of theirs either, which would tell them its name.
    const colleague = await ada.api.post(path, { name: "Boss", colleague_ids: [own.id] });
    expect(colleague.status).toBe(422);
    expect((await max.api.patch(`${path}/${own.id}`, { name: "Renamed" })).body.name).toBe("Renamed");
    expect((await max.api.del(`${path}/${own.id}`)).status).toBe(200);
    const log = (await ada.api.get(`/groups/${ada.group.id}/audit-log`)).body;
    expect(log.length).toBeGreaterThan(0);
    expect(JSON.stringify(log)).not.toContain("Renamed");
  });

  test("replies to its creator, and to nobody else in a chat that they share", async () => {
    const own = await create(max);
    const { body: chat } = await max.api.post("/chats", {
      virtual_assistant_id: own.id,
      member_user_ids: [mia.user.id],
    });
    const ask = (who: typeof ada) =>
      who.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello there" });
    expect((await ask(max)).body.responses[0].message).toContain("hello there");
    const [refused] = (await ask(mia)).body.responses;
    expect(refused.extra.error.code).toBe("forbidden");
  });

  test("can be shared with people or the group, who then find, use and may edit it", async () => {
    const own = await create(max, { usable_by: "people", people: [{ user_id: mia.user.id }] });
    expect(own).toMatchObject({ usable_by: "people", may_manage: true });
    expect(await list(mia)).toContain(own.id);
    expect(await list(ada)).toContain(own.id);
    expect((await mia.api.patch(`${path}/${own.id}`, { name: "No" })).status).toBe(403);
    await max.api.patch(`${path}/${own.id}`, { people: [{ user_id: mia.user.id, can_edit: true }] });
    expect((await mia.api.patch(`${path}/${own.id}`, { name: "Ours" })).body.name).toBe("Ours");
    // Those who may edit it decide neither who uses it nor whether it stays.
    expect((await mia.api.patch(`${path}/${own.id}`, { usable_by: "group" })).status).toBe(403);
    expect((await mia.api.del(`${path}/${own.id}`)).status).toBe(403);
    await max.api.patch(`${path}/${own.id}`, { usable_by: "group" });
    expect((await mia.api.get(`${path}/${own.id}`)).body.usable_by).toBe("group");
    await max.api.patch(`${path}/${own.id}`, { usable_by: "creator" });
    expect(await list(mia)).not.toContain(own.id);
    expect(await list(ada)).not.toContain(own.id);
  });

  test("becomes the default through an admin only, who then decides about it", async () => {
    const own = await create(max, { usable_by: "group" });
    expect((await max.api.patch(`${path}/${own.id}`, { is_default: true })).status).toBe(403);
    expect((await max.api.post(path, { name: "Mine", is_default: true })).status).toBe(403);
    const before = (await ada.api.get(path)).body[0];
    expect((await ada.api.patch(`${path}/${own.id}`, { usable_by: "creator" })).status).toBe(422);
    expect((await ada.api.patch(`${path}/${own.id}`, { is_default: true })).status).toBe(200);
    expect((await max.api.patch(`${path}/${own.id}`, { name: "Mine" })).status).toBe(403);
    expect((await max.api.del(`${path}/${own.id}`)).status).toBe(403);
    await ada.api.patch(`${path}/${before.id}`, { is_default: true });
    expect((await max.api.patch(`${path}/${own.id}`, { name: "Mine" })).status).toBe(200);
  });
});

test("a member's copy of an assistant is their own and has no colleagues that they may not use", async () => {
  const secret = await create(ada, { name: "Secret", usable_by: "people" });
  const open = await create(ada, { name: "Open" });
  const boss = await create(ada, { name: "Boss", colleague_ids: [secret.id, open.id] });
  const { status, body } = await max.api.post(`${path}/${boss.id}/duplicate`);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: "Boss (2)",
    usable_by: "creator",
    created_by: { id: max.user.id },
    colleagues: [{ id: open.id }],
  });
});

test("owners decide what members create", async () => {
  const olga = await person(server.url, "Olga Owner");
  const tom = await joined(server.url, olga, "Tom Member");
  const group = `/groups/${olga.group.id}`;
  const own = await create(tom, { usable_by: "group" });
  expect((await tom.api.patch(group, { members_create: "shared" })).status).toBe(403);
  expect((await olga.api.patch(group, { members_create: "everything" })).status).toBe(422);

  expect((await olga.api.patch(group, { members_create: "own" })).body.members_create).toBe("own");
  expect((await create(tom)).usable_by).toBe("creator");
  expect((await tom.api.post(path, { name: "X", usable_by: "group" })).status).toBe(403);
  // What was shared before stays so, and its creator can still change it.
  expect((await tom.api.patch(`${path}/${own.id}`, { name: "Still" })).body.usable_by).toBe("group");
  const second = await create(tom);
  expect((await tom.api.patch(`${path}/${second.id}`, { usable_by: "group" })).status).toBe(403);

  await olga.api.patch(group, { members_create: "nothing" });
  expect((await tom.api.post(path, { name: "X" })).status).toBe(403);
  expect((await tom.api.post(`${path}/${own.id}/duplicate`)).status).toBe(403);
  expect((await tom.api.patch(`${path}/${second.id}`, { name: "Mine" })).status).toBe(200);
  expect((await create(olga)).usable_by).toBe("group");
});

test("an admin who becomes a member leaves what they shared to the group", async () => {
  const olga = await person(server.url, "Olga Owner");
  const tom = await joined(server.url, olga, "Tom Admin");
  const member = `/groups/${olga.group.id}/members/${tom.user.id}`;
  await olga.api.patch(member, { role: "admin" });
  const shared = await create(tom);
  const own = await create(tom, { usable_by: "creator" });
  const some = await create(tom, { usable_by: "people" });
  const prompt = { name: "Some", action_name: "for_some", prompt: "Go", usable_by: "people" };
  const { id } = (await tom.api.post("/tasks/actions", prompt)).body;
  expect(shared.usable_by).toBe("group");
  await olga.api.patch(member, { role: "member" });
  // They can still use it.
  expect((await tom.api.get(`${path}/${some.id}`)).body.may_change).toBe(false);
  expect((await tom.api.get(`/tasks/actions/${id}`)).body.may_change).toBe(false);
  for (const body of [{ name: "Mine" }, { usable_by: "creator" }])
    expect((await tom.api.patch(`${path}/${shared.id}`, body)).status).toBe(403);
  expect((await tom.api.del(`${path}/${shared.id}`)).status).toBe(403);
  expect((await tom.api.patch(`${path}/${own.id}`, { name: "Mine" })).status).toBe(200);
});

test("a member uses a restricted model for themselves, and can't open it to others", async () => {
  const olga = await person(server.url, "Olga Owner");
  const tom = await joined(server.url, olga, "Tom Member");
  const { models } = (await olga.api.get("/models")).body;
  const { id: restricted } = models.find(({ id }: { id: string }) => id.includes("small"));
  const settings = { model: restricted, usable_by: "people", user_ids: [tom.user.id] };
  expect((await olga.api.put("/models/settings", settings)).status).toBe(200);
  const own = await create(tom, { model: restricted });
  expect(own.model).toBe(restricted);
  expect((await tom.api.patch(`${path}/${own.id}`, { usable_by: "group" })).status).toBe(403);
  const open = await create(tom, { usable_by: "group" });
  expect((await tom.api.patch(`${path}/${open.id}`, { model: restricted })).status).toBe(403);
  expect((await olga.api.patch(`${path}/${open.id}`, { model: restricted })).status).toBe(200);
  // What an admin has chosen stays when its creator changes something else.
  expect((await tom.api.patch(`${path}/${open.id}`, { name: "Renamed" })).status).toBe(200);
  const editable = await create(olga, { people: [{ user_id: tom.user.id, can_edit: true }] });
  expect((await tom.api.patch(`${path}/${editable.id}`, { model: restricted })).status).toBe(403);
  // A copy of somebody who may not use the model has the group's default.
  const tim = await joined(server.url, olga, "Tim Member");
  expect((await tim.api.post(`${path}/${open.id}/duplicate`)).body).toMatchObject({ model: null });
});

test("access is taken back after sharing was turned off", async () => {
  const olga = await person(server.url, "Olga Owner");
  const [tom, tim] = [
    await joined(server.url, olga, "Tom Member"),
    await joined(server.url, olga, "Tim Member"),
  ];
  const people = [{ user_id: tim.user.id, can_edit: true }];
  const own = await create(tom, { usable_by: "group", people });
  await olga.api.patch(`/groups/${olga.group.id}`, { members_create: "own" });
  const change = (body: object) => tom.api.patch(`${path}/${own.id}`, body);
  expect((await change({ usable_by: "people" })).status).toBe(200);
  expect((await change({ people: [] })).status).toBe(200);
  expect((await change({ people })).status).toBe(403);
  expect((await change({ usable_by: "group" })).status).toBe(403);
});

test("nobody else reads the names of private assistants", async () => {
  const olga = await person(server.url, "Olga Owner");
  const tom = await joined(server.url, olga, "Tom Member");
  const secret = await create(tom, { name: "canary-private" });
  const shared = await create(tom, { usable_by: "group", colleague_ids: [secret.id] });
  expect(shared.colleagues).toEqual([{ id: secret.id, name: "canary-private" }]);
  const chat = (await tom.api.post("/chats", { virtual_assistant_id: secret.id })).body;
  await tom.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello there" });
  for (const address of [`${path}/${shared.id}`, path, "/usage?by=assistant"]) {
    const { status, body } = await olga.api.get(address);
    expect(status).toBe(200);
    expect([address, JSON.stringify(body).includes("canary-private")]).toEqual([address, false]);
  }
});

test("private things end with their creator's account, and chats with them have no assistant", async () => {
  const olga = await person(server.url, "Olga Owner");
  const tom = await joined(server.url, olga, "Tom Member");
  const shared = await create(tom, { usable_by: "group" });
  const own = await create(tom, { mention_name: "freed" });
  const chat = { virtual_assistant_id: own.id, member_user_ids: [olga.user.id] };
  const { id } = (await tom.api.post("/chats", chat)).body;
  expect((await olga.api.get(`/chats/${id}`)).body.virtual_assistant.id).toBe(own.id);
  expect((await tom.api.del("/users/me", { password: PASSWORD })).status).toBe(200);
  expect((await olga.api.get(`${path}/${shared.id}`)).body).toMatchObject({ created_by: null });
  expect((await olga.api.get(`/chats/${id}`)).body.virtual_assistant).toBeNull();
  expect((await olga.api.post(path, { name: "New", mention_name: "freed" })).status).toBe(201);
});
