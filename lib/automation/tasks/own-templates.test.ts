import { afterAll, expect, test } from "vitest";
import { joined, person } from "@/test/client";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(server.close);
const ada = await person(server.url, "Ada Owner");
const max = await joined(server.url, ada, "Max Member");
const mia = await joined(server.url, ada, "Mia Member");

const ids = async (who: typeof ada): Promise<number[]> =>
  (await who.api.get("/tasks")).body.map(({ id }: { id: number }) => id);
const save = async (who: typeof ada, body: object = {}) => {
  const chat = (await who.api.post("/chats", { name: "Plan", goal: "Sail" })).body;
  return { chat, saved: await who.api.post(`/chats/${chat.id}/tasks`, body) };
};

test("who saves a chat as a template chooses who uses it", async () => {
  const { saved } = await save(max, { usable_by: "creator" });
  const id = saved.body.task_id;
  const at = `/tasks/${id}`;
  expect((await max.api.get(at)).body).toMatchObject({ usable_by: "creator", may_change: true });
  await max.api.patch(at, { mention_name: "plan" });
  for (const other of [ada, mia]) {
    expect(await ids(other)).not.toContain(id);
    for (const path of [at, `${at}/versions`, `${at}/use`])
      expect((await other.api.get(path)).status).toBe(404);
    expect((await other.api.patch(at, { name: "X" })).status).toBe(404);
    expect((await other.api.del(at)).status).toBe(404);
    expect((await other.api.post(`/chats?copy_from_task_id=${id}`, {})).status).toBe(404);
    const places = (await other.api.get("/chats/available_chats_and_tasks_mentions")).body;
    expect(places.tasks).toEqual([]);
  }
  await max.api.patch(at, { usable_by: "people", user_ids: [mia.user.id] });
  expect((await mia.api.post(`/chats?copy_from_task_id=${id}`, {})).body.goal).toBe("Sail");
  expect((await mia.api.get(at)).body).toMatchObject({ may_change: false, user_ids: [] });
  expect(await ids(ada)).toContain(id);
  expect((await ada.api.patch(at, { usable_by: "creator" })).status).toBe(422);
  await max.api.patch(at, { usable_by: "group" });
  expect((await ada.api.get(at)).body.usable_by).toBe("group");
});

test("a template is for the group unless its creator says otherwise", async () => {
  const { saved } = await save(max);
  expect((await mia.api.get(`/tasks/${saved.body.task_id}`)).body.usable_by).toBe("group");
  const { body } = await max.api.post("/tasks", {
    name: "Empty",
    usable_by: "people",
    user_ids: [mia.user.id],
  });
  expect(body).toMatchObject({ usable_by: "people", user_ids: [mia.user.id] });
  const strange = await save(max, { usable_by: "people", user_ids: [999_999] });
  expect(strange.saved.status).toBe(422);
});

test("a chat from a template that became private stays as it is", async () => {
  const { saved } = await save(max);
  const id = saved.body.task_id;
  const chat = (await mia.api.post(`/chats?copy_from_task_id=${id}`, {})).body;
  await max.api.patch(`/tasks/${id}`, { usable_by: "creator", fields: { goal: "Sail to Bern" } });
  const check = (await mia.api.get(`/chats/${chat.id}/task-updates/check`)).body;
  expect(check).toMatchObject({ has_updates: false, task_id: null });
  expect((await mia.api.post(`/chats/${chat.id}/task-updates/update`)).status).toBe(409);
  expect((await mia.api.get(`/chats/${chat.id}`)).body).toMatchObject({ goal: "Sail", source_task: null });
  expect((await max.api.del(`/tasks/${id}`)).status).toBe(200);
  const log = (await ada.api.get(`/groups/${ada.group.id}/audit-log`)).body;
  const deleted = log.filter(({ action }: { action: string }) => action === "task_deleted");
  expect(deleted).toEqual([]);
  // Saving it makes a template of one's own.
  const own = await mia.api.post(`/chats/${chat.id}/tasks`, {});
  expect(own.body.task_id).not.toBe(id);
});
