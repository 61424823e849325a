import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServer } from "@/test/server";

// Tests counting the chats that were created from a task, and updating all of them to its latest version.
const server = await startServer();
afterAll(() => server.close());

const ada = await person(server.url);
const max = await colleague(server.url, ada.group, "Max Member");
const liz = await colleague(server.url, ada.group, "Liz Member");
const eve = await person(server.url, "Eve Elsewhere");

const newTask = async () =>
  (await ada.api.post("/tasks", { name: "Onboarding", fields: { goal: "One" } })).body.id as number;
const createChat = async (task: number, by: { api: typeof ada.api } = ada, body: object = {}) =>
  (await by.api.post(`/chats?copy_from_task_id=${task}`, body)).body;
const getUse = async (task: number, by: { api: typeof ada.api } = ada) =>
  (await by.api.get(`/tasks/${task}/use`)).body;

test("the use of a task lists the caller's chats by name and counts those of others", async () => {
  const task = await newTask();
  const shared = await createChat(task, ada, { name: "Shared", member_user_ids: [max.user.id] });
  const hers = await createChat(task, liz, { name: "Of Liz" });
  await createChat(task, liz, { temp: true });
  await ada.api.patch(`/tasks/${task}`, { fields: { goal: "Two" } });
  const listed = { id: shared.id, uuid: shared.uuid, name: "Shared", version_number: 1 };
  expect(await getUse(task)).toEqual({
    chats: [{ ...listed, may_change: true }],
    count: 1,
    outdated_count: 1,
    others_count: 1,
    update: null,
  });
  expect(await getUse(task, max)).toEqual({
    chats: [{ ...listed, may_change: false }],
    count: 1,
    outdated_count: 0,
    others_count: 1,
    update: null,
  });
  expect((await getUse(task, liz)).chats).toMatchObject([{ id: hers.id }]);
  expect((await eve.api.get(`/tasks/${task}/use`)).status).toBe(404);
  expect((await eve.api.post(`/tasks/${task}/update-chats`)).status).toBe(404);
});

type Update = { state: string; updated: number };
const getUpdate = async (task: number): Promise<Update> => (await getUse(task)).update;

test("all chats that the caller may change are updated in the background, and those of others are not", async () => {
  const task = await newTask();
  const mine = [];
  for (let n = 0; n < 22; n++) mine.push(await createChat(task));
  const hers = await createChat(task, liz, { member_user_ids: [ada.user.id] });
  await ada.api.put(`/chats/${mine[0].id}/memo?memo=Kept`);
  await ada.api.patch(`/tasks/${task}`, { fields: { goal: "Two" } });
  expect(await getUpdate(task)).toBeNull();
  const begun = await ada.api.post(`/tasks/${task}/update-chats`);
  expect([begun.status, begun.body]).toMatchObject([202, { state: "running", total: 22, updated: 0 }]);
  // A repeated request returns the running update.
  expect((await ada.api.post(`/tasks/${task}/update-chats`)).body.started_at).toBe(begun.body.started_at);
  await expect.poll(async () => (await getUpdate(task)).state).toBe("done");
  expect(await getUpdate(task)).toMatchObject({ total: 22, updated: 22 });
  expect((await getUse(task, liz)).update).toBeNull();
  expect((await ada.api.get(`/chats/${mine[0].id}`)).body).toMatchObject({ goal: "Two", memo: "Kept" });
  expect((await ada.api.get(`/chats/${mine[21].id}`)).body.goal).toBe("Two");
  expect((await ada.api.get(`/chats/${hers.id}`)).body.goal).toBe("One");
  expect((await getUse(task)).outdated_count).toBe(0);
  expect((await ada.api.del(`/tasks/${task}/update-chats`)).status).toBe(409);
  const next = await ada.api.post(`/tasks/${task}/update-chats`);
  expect(next.body).toMatchObject({ state: "done", total: 0, updated: 0 });
});

test("a stopped update leaves the remaining chats unchanged", async () => {
  const task = await newTask();
  for (let n = 0; n < 12; n++) await createChat(task);
  await ada.api.patch(`/tasks/${task}`, { fields: { goal: "Two" } });
  await ada.api.post(`/tasks/${task}/update-chats`);
  const stopped = await ada.api.del(`/tasks/${task}/update-chats`);
  expect(stopped.body).toMatchObject({ state: "cancelled", total: 12 });
  // One chat may be in progress.
  const left = async () => (await getUse(task)).outdated_count;
  expect(await left()).toBeGreaterThanOrEqual(12 - stopped.body.updated - 1);
  await ada.api.post(`/tasks/${task}/update-chats`);
  await expect.poll(left).toBe(0);
});
