import { expect, test } from "vitest";
import { joined, PASSWORD, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel();
const ada = await person(server.url, "Ada Owner");
const max = await joined(server.url, ada, "Max Member");
const mia = await joined(server.url, ada, "Mia Member");
const path = "/chat-workspaces";

const create = async (who: typeof ada, body: object = {}) =>
  (await who.api.post(path, { name: "Harbour", usable_by: "creator", ...body })).body;
const list = async (who: typeof ada): Promise<number[]> =>
  (await who.api.get(path)).body.map(({ id }: { id: number }) => id);
const newChat = async (who: typeof ada, body: object) => (await who.api.post("/chats", body)).body;
const ask = async (who: typeof ada, chat: { id: number }, message_input = "hello there") => {
  await who.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  return JSON.stringify(model.requests.at(-1)!.messages);
};

test("a project is seen by its creator and by those who have a chat in it, until it is shared", async () => {
  const own = await create(max);
  expect(own).toMatchObject({ usable_by: "creator", may_change: true, created_by: { id: max.user.id } });
  const at = `${path}/${own.id}`;
  for (const other of [ada, mia]) {
    expect(await list(other)).not.toContain(own.id);
    for (const id of [own.id, own.uuid]) {
      expect((await other.api.get(`${path}/${id}`)).status).toBe(404);
      expect((await other.api.post("/chats", { chat_workspace_id: id })).status).toBe(404);
    }
    const chat = await newChat(other, {});
    const move = other.api.put(`/chats/${chat.id}/workspace`, { chat_workspace_id: own.id });
    expect((await move).status).toBe(404);
    const memory = { text: "x", chat_workspace_id: own.id };
    expect((await other.api.post("/users/me/memories", memory)).status).toBe(404);
    expect((await other.api.patch(at, { name: "Mine" })).status).toBe(404);
    expect((await other.api.del(at)).status).toBe(404);
  }
  // A shared chat inside shows it to the members of the chat, who can't change it.
  const shared = await newChat(max, { chat_workspace_id: own.id, member_user_ids: [mia.user.id] });
  expect(await list(mia)).toContain(own.id);
  expect((await mia.api.get(at)).body).toMatchObject({ may_change: false, may_use: false, chats_count: 1 });
  // Who sees it through a chat can't let others see it.
  expect((await mia.api.post("/chats", { chat_workspace_id: own.id })).status).toBe(404);
  const apart = await newChat(mia, {});
  const into = mia.api.put(`/chats/${apart.id}/workspace`, { chat_workspace_id: own.id });
  expect((await into).status).toBe(404);
  expect((await mia.api.patch(at, { name: "Mine" })).status).toBe(403);
  expect(await list(ada)).not.toContain(own.id);
  await max.api.del(`/chats/${shared.id}`);
  expect(await list(mia)).not.toContain(own.id);

  await max.api.patch(at, { usable_by: "people", user_ids: [mia.user.id] });
  expect(await list(mia)).toContain(own.id);
  expect((await mia.api.get(at)).body.user_ids).toEqual([]);
  expect((await newChat(mia, { chat_workspace_id: own.id })).chat_workspace.id).toBe(own.id);
  expect((await ada.api.patch(at, { usable_by: "creator" })).status).toBe(422);
  await max.api.patch(at, { usable_by: "group" });
  expect(await list(ada)).toContain(own.id);
});

test("new chats of a project have its assistant and model, unless they name others", async () => {
  const assistant = (await ada.api.post("/virtual-assistants", { name: "Pilot" })).body;
  const { models } = (await ada.api.get("/models")).body;
  const wanted = models.find(({ id }: { id: string }) => id.includes("small")).id;
  const project = await create(ada, {
    virtual_assistant_id: assistant.id,
    model: wanted,
    usable_by: "group",
  });
  expect(project).toMatchObject({ virtual_assistant: { name: "Pilot" }, model: wanted });
  const inside = { chat_workspace_id: project.uuid };
  expect(await newChat(mia, inside)).toMatchObject({
    virtual_assistant: { id: assistant.id },
    model: wanted,
  });
  expect(await newChat(mia, { ...inside, virtual_assistant_id: null, model: null })).toMatchObject({
    virtual_assistant: null,
    model: null,
  });
  // An assistant that somebody may not use is replaced by the group's default.
  await ada.api.patch(`/virtual-assistants/${assistant.id}`, { usable_by: "people" });
  const usual = (await newChat(mia, {})).virtual_assistant.id;
  expect((await newChat(mia, inside)).virtual_assistant.id).toBe(usual);
  await ada.api.del(`/virtual-assistants/${assistant.id}`);
  expect((await ada.api.get(`${path}/${project.id}`)).body.virtual_assistant).toBeNull();
});

test("a project opens neither private assistants nor restricted models to others", async () => {
  const secret = (await max.api.post("/virtual-assistants", { name: "canary-secret" })).body;
  const { models } = (await ada.api.get("/models")).body;
  const restricted = models.find(({ id }: { id: string }) => id.includes("large")).id;
  const settings = { model: restricted, usable_by: "people", user_ids: [max.user.id] };
  expect((await ada.api.put("/models/settings", settings)).status).toBe(200);
  const project = await create(max, {
    virtual_assistant_id: secret.id,
    model: restricted,
    usable_by: "group",
  });
  const inside = { chat_workspace_id: project.id };
  expect(await newChat(max, inside)).toMatchObject({
    virtual_assistant: { id: secret.id },
    model: restricted,
  });
  const chat = await newChat(mia, inside);
  expect(chat.model).toBeNull();
  expect(chat.virtual_assistant.id).not.toBe(secret.id);
  const seen = await mia.api.get(`${path}/${project.id}`);
  expect(seen.status).toBe(200);
  expect(JSON.stringify(seen.body)).not.toContain("canary-secret");
  await ada.api.put("/models/settings", { model: restricted, usable_by: "group", user_ids: [] });
});

test("private projects end with their creator's account", async () => {
  const tom = await joined(server.url, ada, "Tom Member");
  const own = await create(tom);
  const inside = { chat_workspace_id: own.id, member_user_ids: [mia.user.id] };
  const chat = await newChat(tom, inside);
  expect((await mia.api.get(`${path}/${own.id}`)).status).toBe(200);
  expect((await tom.api.del("/users/me", { password: PASSWORD })).status).toBe(200);
  expect((await mia.api.get(`${path}/${own.id}`)).status).toBe(404);
  expect((await mia.api.get(`/chats/${chat.id}`)).body.chat_workspace).toBeNull();
});

test("replies follow a project's instructions and know its collections as long as a chat is in it", async () => {
  const shelf = (await ada.api.post("/collections", { name: "Tides" })).body;
  const file = new File(["High water in Emden is at 14:32 on Tuesday."], "tides.txt");
  await ada.api.multipart("/documents", { collection_id: String(shelf.id), files: [file] });
  const project = await create(ada, {
    instructions: "Speak like a sailor.",
    collection_ids: [shelf.id],
    usable_by: "group",
  });
  expect(project.collections).toEqual([{ id: shelf.id, name: "Tides" }]);
  const chat = await newChat(mia, { chat_workspace_id: project.id, instructions: "Be brief." });
  await expect
    .poll(() => ask(mia, chat, "When is high water in Emden?"), { timeout: 20_000 })
    .toContain("14:32");
  const inside = await ask(mia, chat);
  expect(inside.indexOf("Be brief.")).toBeGreaterThan(inside.indexOf("Speak like a sailor."));

  await ada.api.patch(`${path}/${project.id}`, { instructions: "Speak like a pirate.", collection_ids: [] });
  const fresh = await newChat(mia, { chat_workspace_id: project.id });
  const changed = await ask(mia, fresh, "When is high water in Emden?");
  expect(changed).toContain("Speak like a pirate.");
  expect(changed).not.toContain("14:32");
  await mia.api.put(`/chats/${chat.id}/workspace`, { chat_workspace_id: null });
  expect(await ask(mia, chat)).not.toContain("pirate");
});

test("what a project can't have is refused and changes nothing", async () => {
  const project = await create(mia);
  const at = `${path}/${project.id}`;
  const stranger = await person(server.url, "Sue Stranger");
  const theirs = (await stranger.api.post("/collections", { name: "Theirs" })).body;
  const secret = (await max.api.post("/virtual-assistants", { name: "Secret" })).body;
  const refused: [object, number][] = [
    [{}, 422],
    [{ name: " " }, 422],
    [{ color: "#fff" }, 422],
    [{ icon: "too long an icon" }, 422],
    [{ instructions: "x".repeat(50_001) }, 422],
    [{ collection_ids: [theirs.id] }, 422],
    [{ user_ids: [stranger.user.id] }, 422],
    [{ virtual_assistant_id: secret.id }, 404],
  ];
  for (const [body, status] of refused)
    expect([body, (await mia.api.patch(at, body)).status]).toEqual([body, status]);
  expect((await mia.api.get(at)).body).toEqual({ ...project });
  const done = await mia.api.patch(at, {
    color: "teal",
    icon: "⚓",
    description: "Ships",
    is_archived: true,
  });
  expect(done.body).toMatchObject({ color: "teal", icon: "⚓", description: "Ships", is_archived: true });
});

test("memories of a project are listed by it", async () => {
  const project = await create(mia);
  await mia.api.post("/users/me/memories", { text: "Owns a boat", chat_workspace_id: project.id });
  await mia.api.post("/users/me/memories", { text: "Lives in Emden" });
  const { body } = await mia.api.get(`/users/me/memories?chat_workspace_id=${project.id}`);
  expect(body.map(({ text }: { text: string }) => text)).toEqual(["Owns a boat"]);

  // A memory for a project that one no longer sees can be changed and doesn't name it.
  const shared = await create(max, { usable_by: "people", user_ids: [mia.user.id] });
  const scope = { chat_workspace_id: shared.id };
  const { id } = (await mia.api.post("/users/me/memories", { text: "Knows Max", ...scope })).body;
  await max.api.patch(`${path}/${shared.id}`, { usable_by: "creator", name: "canary-renamed" });
  const changed = await mia.api.patch(`/users/me/memories/${id}`, { text: "Knew Max", ...scope });
  expect(changed.body).toMatchObject({ text: "Knew Max", chat_workspace: null });
});
