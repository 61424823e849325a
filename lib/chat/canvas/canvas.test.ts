import { afterAll, expect, test } from "vitest";
import { listen, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(server.close);

const ada = await person(server.url, "Ada Example");
const newChat = async (body: object = {}) => (await ada.api.post("/chats", body)).body;
const write = (chat: { id: number }, canvas: string | null, more: object = {}) =>
  ada.api.put(`/chats/${chat.id}/canvas`, { canvas, ...more });
const getCanvas = async (chat: { id: number }) => (await ada.api.get(`/chats/${chat.id}`)).body.canvas;
const listVersions = async (chat: { id: number }) =>
  (await ada.api.get(`/chats/${chat.id}/canvas/versions`)).body;
const undo = (chat: { id: number }, body: object = {}) => ada.api.post(`/chats/${chat.id}/canvas/undo`, body);

test("continuous typing is undone in one step, and an undo can be undone", async () => {
  const chat = await newChat({ canvas: "before" });
  await write(chat, "a");
  await write(chat, "ab");
  expect(await listVersions(chat)).toEqual([
    expect.objectContaining({
      preview: "before",
      characters: 6,
      changed_by: { user_id: ada.user.id, virtual_assistant_id: null, name: "Ada Example" },
    }),
  ]);
  expect((await undo(chat)).body).toEqual({ canvas: "before" });
  expect(await getCanvas(chat)).toBe("before");
  expect((await undo(chat)).body).toEqual({ canvas: "ab" });
});

test("people who write at once make one version each, and unread words that are overwritten stay as one", async () => {
  const chat = await newChat({ canvas: "start" });
  const ben = await colleague(server.url, ada.group, "Ben");
  await ada.api.post(`/chats/${chat.id}/members`, { user_ids: [ben.user.id], role: "admin" });
  const previews = async () => (await listVersions(chat)).map(({ preview }: { preview: string }) => preview);
  const texts = ["start", "start a", "start a b", "start a b a", "start a b a b", "start a b a b a"];
  for (const [at, text] of texts.slice(1).entries()) {
    const { api } = at % 2 === 0 ? ada : ben;
    const { status } = await api.put(`/chats/${chat.id}/canvas`, { canvas: text, replaces: texts[at] });
    expect(status).toBe(200);
  }
  expect(await previews()).toEqual(["start a", "start"]);
  await ben.api.put(`/chats/${chat.id}/canvas`, { canvas: "b".repeat(300) });
  await ada.api.put(`/chats/${chat.id}/canvas`, { canvas: "a", replaces: "b".repeat(300) });
  await ben.api.put(`/chats/${chat.id}/canvas`, { canvas: "only b" });
  expect(await previews()).toEqual(["a", "b".repeat(200), "start a b a b a", "start a", "start"]);
});

test("undo restores a version by its id, but no version of another chat", async () => {
  const [chat, other] = [await newChat({ canvas: "first" }), await newChat({ canvas: "other" })];
  await write(chat, "second");
  await write(other, "changed");
  const [version] = await listVersions(chat);
  await undo(chat);
  await undo(chat);
  expect((await undo(chat, { version_id: version.id })).body).toEqual({ canvas: "first" });
  const foreign = (await listVersions(other))[0];
  expect((await undo(chat, { version_id: foreign.id })).status).toBe(409);
});

test("a version is read with its whole text, but not one of another chat", async () => {
  const [chat, other] = [await newChat({ canvas: "x".repeat(300) }), await newChat()];
  await write(chat, "changed");
  const [version] = await listVersions(chat);
  expect((await ada.api.get(`/chats/${chat.id}/canvas/versions/${version.id}`)).body).toEqual({
    ...version,
    page_id: null,
    text: "x".repeat(300),
  });
  expect((await ada.api.get(`/chats/${other.id}/canvas/versions/${version.id}`)).status).toBe(404);
  expect((await ada.api.get(`/chats/${chat.id}/canvas/versions/2147483647`)).status).toBe(404);
});

test("an empty canvas has nothing to undo, and a canvas keeps its newest 50 versions", async () => {
  const chat = await newChat();
  expect((await undo(chat)).status).toBe(409);
  await write(chat, "x");
  for (let n = 0; n < 55; n++) await undo(chat);
  expect(await listVersions(chat)).toHaveLength(50);
});

test("a change of an outdated text is refused, unless the new text is the same", async () => {
  const chat = await newChat({ canvas: "one" });
  expect((await write(chat, "two", { replaces: "one" })).status).toBe(200);
  expect((await write(chat, "three", { replaces: "one" })).status).toBe(409);
  expect((await write(chat, "two", { replaces: "one" })).status).toBe(200);
  expect((await write(chat, null, { replaces: "two" })).status).toBe(200);
  expect((await write(chat, "four", { replaces: null })).status).toBe(200);
  expect(await getCanvas(chat)).toBe("four");
});

test("the text that a conflict discards becomes the newest version, also while its author keeps typing", async () => {
  const chat = await newChat({ canvas: "start" });
  // A discarded text becomes a version even within the two-minute pause.
  await write(chat, "theirs");
  expect((await write(chat, "mine", { replaces: "start" })).status).toBe(409);
  const mine = { replaces: "theirs", discards: "theirs" };
  expect((await write(chat, "mine", mine)).status).toBe(200);
  expect((await listVersions(chat)).map(({ preview }: { preview: string }) => preview)).toEqual([
    "theirs",
    "start",
  ]);
  const theirs = { replaces: "mine", discards: "left behind" };
  expect((await write(chat, "mine", theirs)).status).toBe(200);
  expect(await getCanvas(chat)).toBe("mine");
  expect((await undo(chat)).body).toEqual({ canvas: "left behind" });
  expect((await write(chat, "late", { replaces: "mine", discards: "other" })).status).toBe(409);
  expect(await getCanvas(chat)).toBe("left behind");

  const page = (
    await ada.api.post(`/chats/${chat.id}/canvas/pages`, { title: "Plan", kind: "text", text: "theirs" })
  ).body;
  const path = `/chats/${chat.id}/canvas/pages/${page.id}`;
  await ada.api.patch(path, { text: "theirs", replaces: "theirs", discards: "mine" });
  expect((await ada.api.get(path)).body.text).toBe("theirs");
  expect((await undo(chat, { page_id: page.id })).body).toEqual({ canvas: "mine" });
});

test("one of two simultaneous changes of the same text is refused", async () => {
  const chat = await newChat({ canvas: "start" });
  const both = await Promise.all(["left", "right"].map((text) => write(chat, text, { replaces: "start" })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("members receive changes and read versions, but only owners and admins undo", async () => {
  const cora = await colleague(server.url, ada.group, "Cora Colleague");
  const chat = await newChat({ member_user_ids: [cora.user.id] });
  const events = await listen(cora.api, `/chats/${chat.id}/events`);
  await write(chat, "hello");
  const heard = await events.ended(
    ({ event, data }) => event === "chat.updated" && data.fields?.[0] === "canvas",
  );
  expect(heard).toBeDefined();
  events.close();
  expect((await cora.api.get(`/chats/${chat.id}/canvas/versions`)).body).toHaveLength(1);
  expect((await cora.api.post(`/chats/${chat.id}/canvas/undo`, {})).status).toBe(403);
  expect((await cora.api.put(`/chats/${chat.id}/canvas`, { canvas: "mine" })).status).toBe(403);
});

test("canvas changes by a task update can be undone", async () => {
  const task = (await ada.api.post("/tasks", { name: "Onboarding", fields: { canvas: "first" } })).body;
  const made = await ada.api.post(`/chats?copy_from_task_id=${task.id}`, {});
  await ada.api.patch(`/tasks/${task.id}`, { fields: { canvas: "second" } });
  const updated = await ada.api.post(`/chats/${made.body.id}/task-updates/update`);
  expect(updated.body.changed_fields).toEqual(["canvas"]);
  expect(await getCanvas(made.body)).toBe("second");
  expect((await undo(made.body)).body).toEqual({ canvas: "first" });
});

const listPages = (chat: { id: number }) => `/chats/${chat.id}/canvas/pages`;
const addPage = (chat: { id: number }, page: object = {}) =>
  ada.api.post(listPages(chat), { title: "page.html", kind: "html", text: "one", ...page });

test("canvas pages have their own texts and versions", async () => {
  const chat = await newChat({ canvas: "the chat's" });
  const made = await addPage(chat);
  expect(made).toMatchObject({
    status: 201,
    body: { title: "page.html", kind: "html", language: null, text: "one" },
  });
  const path = `${listPages(chat)}/${made.body.id}`;
  expect((await ada.api.patch(path, { text: "two", replaces: "one" })).body.text).toBe("two");
  expect((await ada.api.patch(path, { text: "three", replaces: "one" })).status).toBe(409);
  expect((await ada.api.patch(path, { title: "Start" })).body).toMatchObject({ title: "Start", text: "two" });

  const versions = (await ada.api.get(`/chats/${chat.id}/canvas/versions?page_id=${made.body.id}`)).body;
  expect(versions).toMatchObject([{ preview: "one" }]);
  expect(await listVersions(chat)).toEqual([]);
  expect((await undo(chat, { page_id: made.body.id })).body).toEqual({ canvas: "one" });
  expect((await undo(chat)).status).toBe(409);
  expect(await getCanvas(chat)).toBe("the chat's");

  const { text: _, ...entry } = (await ada.api.get(path)).body;
  expect((await ada.api.get(listPages(chat))).body).toEqual([entry]);
  expect((await ada.api.del(path)).status).toBe(200);
  expect((await ada.api.get(path)).status).toBe(404);
});

test("pages of another chat are not found, and a canvas has at most 50 pages", async () => {
  const [chat, other] = [await newChat(), await newChat()];
  const page = (await addPage(other)).body;
  expect((await ada.api.get(`${listPages(chat)}/${page.id}`)).status).toBe(404);
  expect((await ada.api.patch(`${listPages(chat)}/${page.id}`, { text: "mine" })).status).toBe(404);
  expect((await undo(chat, { page_id: page.id })).status).toBe(409);
  for (let n = 0; n < 50; n++) await addPage(chat);
  expect((await addPage(chat)).status).toBe(409);
});
