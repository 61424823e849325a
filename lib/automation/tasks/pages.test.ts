import { afterAll, expect, test } from "vitest";
import { type Client, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

const ada = await person(server.url);
const liz = await colleague(server.url, ada.group, "Liz Member");
const eve = await person(server.url, "Eve Elsewhere");

type Chat = { id: number };
type By = { api: Client };
type CanvasPage = { id: number; title: string; text: string };
const newChat = async (query = "", { api }: By = ada): Promise<Chat> =>
  (await api.post(`/chats${query}`, {})).body;
const at = (chat: Chat) => `/chats/${chat.id}/canvas/pages`;
const addPage = async (chat: Chat, title: string, text: string, more: object = {}): Promise<CanvasPage> =>
  (await ada.api.post(at(chat), { title, kind: "text", text, ...more })).body;
const write = (chat: Chat, page: CanvasPage, text: string) =>
  ada.api.patch(`${at(chat)}/${page.id}`, { text });
const listPages = async (chat: Chat, { api }: By = ada): Promise<CanvasPage[]> => {
  const entries: CanvasPage[] = (await api.get(at(chat))).body;
  return Promise.all(entries.map(async ({ id }) => (await api.get(`${at(chat)}/${id}`)).body));
};
const listTexts = async (chat: Chat, by?: By) =>
  Object.fromEntries((await listPages(chat, by)).map(({ title, text }) => [title, text]));
const save = async (chat: Chat): Promise<number> =>
  (await ada.api.post(`/chats/${chat.id}/save-as-task`)).body.task_id;
const from = (task: number, by?: By) => newChat(`?copy_from_task_id=${task}`, by);
const check = async (chat: Chat) =>
  (await ada.api.get(`/chats/${chat.id}/task-updates/check`)).body.changed_fields;
const update = async (chat: Chat) => (await ada.api.post(`/chats/${chat.id}/task-updates/update`)).body;

test("a chat from a task gets its own copies of the pages, which survive the original chat", async () => {
  const origin = await newChat();
  const script = await addPage(origin, "sum.py", "1 + 1", { kind: "code", language: "python" });
  await write(origin, script, "1 + 2");
  await addPage(origin, "Notes", "");
  const task = await save(origin);
  await write(origin, script, "changed later");
  await ada.api.del(`/chats/${origin.id}`);

  const shown = [
    { title: "sum.py", kind: "code", language: "python", characters: 5 },
    { title: "Notes", kind: "text", language: null, characters: 0 },
  ];
  expect((await liz.api.get(`/tasks/${task}`)).body.canvas_pages).toEqual(shown);
  expect((await liz.api.get(`/tasks/${task}/versions`)).body).toMatchObject([{ canvas_pages: shown }]);
  const [chat, other] = [await from(task, liz), await from(task)];
  const [page, notes] = await listPages(chat, liz);
  expect(page).toMatchObject({ title: "sum.py", kind: "code", language: "python", text: "1 + 2" });
  expect(notes).toMatchObject({ title: "Notes", text: "" });
  expect((await liz.api.get(`/chats/${chat.id}/canvas/versions?page_id=${page!.id}`)).body).toEqual([]);
  await liz.api.patch(`${at(chat)}/${page!.id}`, { text: "Liz's" });
  expect(await listTexts(other)).toEqual({ "sum.py": "1 + 2", Notes: "" });
  expect((await ada.api.del(`/tasks/${task}`)).status).toBe(200);
  expect(await listTexts(chat, liz)).toEqual({ "sum.py": "Liz's", Notes: "" });
});

test("an update adds and replaces pages that the task added or changed, and keeps the others", async () => {
  const origin = await newChat();
  await addPage(origin, "Plan", "first");
  for (const text of ["same", "other"]) await addPage(origin, "Twice", text);
  await addPage(origin, "Gone", "x");
  const task = await save(origin);
  const chat = await from(task);
  const [first, twice, , gone] = await listPages(chat);
  await write(chat, first!, "my own");
  await write(chat, twice!, "kept");
  await ada.api.del(`${at(chat)}/${gone!.id}`);
  expect(await check(chat)).toEqual([]);

  const next = await from(task);
  const [plan, , second] = await listPages(next);
  await write(next, plan!, "second");
  await write(next, second!, "another");
  await addPage(next, "New", "news");
  await save(next);
  expect(await check(chat)).toEqual(["canvas_pages"]);
  expect(await update(chat)).toEqual({ updated: true, version: 2, changed_fields: ["canvas_pages"] });
  expect((await listPages(chat)).map(({ title, text }) => [title, text])).toEqual([
    ["Plan", "second"],
    ["Twice", "kept"],
    ["Twice", "another"],
    ["New", "news"],
  ]);
  await ada.api.post(`/chats/${chat.id}/canvas/undo`, { page_id: first!.id });
  expect((await listTexts(chat)).Plan).toBe("my own");
  expect(await check(chat)).toEqual([]);
  // The chat that the version was saved from has nothing to update.
  expect(await update(next)).toMatchObject({ updated: false });
});

test("a new version that changes a field keeps the pages", async () => {
  const origin = await newChat();
  await addPage(origin, "Plan", "first");
  const task = await save(origin);
  await ada.api.patch(`/tasks/${task}`, { fields: { goal: "Two" } });
  const { latest_version_number: latest, canvas_pages: pages } = (await ada.api.get(`/tasks/${task}`)).body;
  expect([latest, pages.length]).toEqual([2, 1]);
  expect(await listTexts(await from(task))).toEqual({ Plan: "first" });
});

test("an update of a chat without room for another page changes nothing", async () => {
  const origin = await newChat();
  await addPage(origin, "Plan", "first");
  const task = await save(origin);
  const [chat, next] = [await from(task), await from(task)];
  for (let n = 1; n < 50; n++) await addPage(chat, `Page ${n}`, "");
  await write(next, (await listPages(next))[0]!, "second");
  await addPage(next, "New", "news");
  await save(next);
  const refused = await ada.api.post(`/chats/${chat.id}/task-updates/update`);
  expect(refused.status).toBe(409);
  expect((await listTexts(chat)).Plan).toBe("first");
  await ada.api.del(`${at(chat)}/${(await listPages(chat))[1]!.id}`);
  expect(await update(chat)).toMatchObject({ updated: true });
});

test("pages of a task are visible to its group only", async () => {
  const origin = await newChat();
  await addPage(origin, "Plan", "A secret");
  const task = await save(origin);
  const answers = [
    await eve.api.get(`/tasks/${task}`),
    await eve.api.get(`/tasks/${task}/versions`),
    await eve.api.post(`/chats?copy_from_task_id=${task}`, {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/secret|Plan/);
});
