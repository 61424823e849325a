import { afterAll, expect, test } from "vitest";
import { joined, PASSWORD, person } from "@/test/client";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(server.close);
const ada = await person(server.url, "Ada Owner");
const max = await joined(server.url, ada, "Max Member");
const mia = await joined(server.url, ada, "Mia Member");
const path = "/tasks/actions";

const create = (who: typeof ada, action_name: string, body: object = {}) =>
  who.api.post(path, { name: "Own", action_name, prompt: `By ${who.user.full_name}: {{input}}`, ...body });
const names = async (who: typeof ada): Promise<string[]> =>
  (await who.api.get("/tasks/available_task_actions")).body.map(
    ({ action_name }: { action_name: string }) => action_name,
  );
const run = async (who: typeof ada, task_action_name: string, task_action_id?: number) => {
  const body = {
    task_action_name,
    message_input: "tea",
    ...(task_action_id !== undefined && { task_action_id: String(task_action_id) }),
  };
  const answer = await who.api.multipart("/tasks/execute_task_action", body);
  if (answer.status !== 200) return answer.status;
  const { chat_id } = answer.body.responses[0];
  return (await who.api.get(`/chats/${chat_id}/messages`)).body[0].message;
};

test("a member's prompt is their own until they share it", async () => {
  const made = await create(max, "mine");
  expect(made).toMatchObject({
    status: 201,
    body: { usable_by: "creator", may_change: true, created_by: { id: max.user.id } },
  });
  const at = `${path}/${made.body.id}`;
  expect(await names(max)).toContain("mine");
  for (const other of [ada, mia]) {
    expect(await names(other)).not.toContain("mine");
    expect((await other.api.get(at)).status).toBe(404);
    expect((await other.api.patch(at, { name: "X" })).status).toBe(404);
    expect((await other.api.del(at)).status).toBe(404);
    expect(await run(other, "mine")).toBe(404);
  }
  expect((await max.api.patch(at, { usable_by: "people", user_ids: [999_999] })).status).toBe(422);
  await max.api.patch(at, { usable_by: "people", user_ids: [mia.user.id] });
  expect(await names(mia)).toContain("mine");
  expect(await names(ada)).toContain("mine");
  expect((await mia.api.get(at)).body).toMatchObject({ may_change: false, user_ids: [] });
  expect((await mia.api.patch(at, { name: "X" })).status).toBe(403);
  expect((await ada.api.patch(at, { usable_by: "creator" })).status).toBe(422);
  await max.api.patch(at, { usable_by: "creator" });
  expect(await names(mia)).not.toContain("mine");
  expect(await run(max, "mine")).toBe("By Max Member: tea");
  expect((await max.api.del(at)).status).toBe(200);
});

test("of prompts with one name, one's own is run before the group's", async () => {
  const shared = (await create(ada, "greet")).body;
  expect((await create(max, "greet")).status).toBe(201);
  expect((await create(max, "greet")).status).toBe(409);
  expect(await run(max, "greet")).toBe("By Max Member: tea");
  expect(await run(mia, "greet")).toBe("By Ada Owner: tea");
  expect(await run(ada, "greet")).toBe("By Ada Owner: tea");
  // Lists of what can be run have each name once, and the other one is run by its id.
  expect((await names(max)).filter((name) => name === "greet")).toHaveLength(1);
  expect(await run(max, "greet", shared.id)).toBe("By Ada Owner: tea");
  // Shared with the group it would have the same name as the group's.
  const [own] = (await max.api.get(path)).body.filter(
    (one: { action_name: string; created_by: { id: number } }) =>
      one.action_name === "greet" && one.created_by.id === max.user.id,
  );
  expect((await max.api.patch(`${path}/${own.id}`, { usable_by: "group" })).status).toBe(409);
  await ada.api.del(`${path}/${shared.id}`);
  expect((await max.api.patch(`${path}/${own.id}`, { usable_by: "group" })).status).toBe(200);
  expect(await run(mia, "greet")).toBe("By Max Member: tea");
});

test("admins order the prompts that they see, and private ones of others stay where they are", async () => {
  const own = (await create(mia, "zz_own", { name: "ZZ" })).body;
  const shown = (await ada.api.get(path)).body.map(({ id }: { id: number }) => id);
  expect(shown).not.toContain(own.id);
  expect((await ada.api.put(`${path}/order`, { ids: [own.id] })).status).toBe(404);
  expect((await mia.api.put(`${path}/order`, { ids: shown })).status).toBe(403);
  expect((await ada.api.put(`${path}/order`, { ids: shown.toReversed() })).status).toBe(200);
  expect((await names(mia)).at(-1)).toBe("zz_own");
});

test("a shared prompt with a private assistant is run by the group's default for others", async () => {
  const secret = (await max.api.post("/virtual-assistants", { name: "Secret" })).body;
  const made = await create(max, "with_secret", { usable_by: "group", virtual_assistant_id: secret.id });
  expect(made.body.virtual_assistant.name).toBe("Secret");
  const at = `${path}/${made.body.id}`;
  expect((await mia.api.get(at)).body.virtual_assistant).toBeNull();
  expect(await run(mia, "with_secret")).toBe("By Max Member: tea");
  const answer = await ada.api.patch(at, { name: "Corrected", virtual_assistant_id: secret.id });
  expect(answer.body).toMatchObject({ name: "Corrected", virtual_assistant: null });
  expect((await max.api.get(at)).body.virtual_assistant.name).toBe("Secret");
});

test("people who have left don't keep the audience of a prompt from being changed", async () => {
  const zoe = await joined(server.url, ada, "Zoe Leaver");
  const audience = { usable_by: "people", user_ids: [zoe.user.id] };
  const { id } = (await create(max, "left", audience)).body;
  await ada.api.del(`/groups/${ada.group.id}/members/${zoe.user.id}`);
  const changed = await max.api.patch(`${path}/${id}`, { ...audience, name: "Kept" });
  expect(changed.body).toMatchObject({ name: "Kept", user_ids: [zoe.user.id] });
  expect((await max.api.patch(`${path}/${id}`, { user_ids: [] })).body.user_ids).toEqual([]);
});

test("owners decide whether members create prompts, and private ones end with their account", async () => {
  const olga = await person(server.url, "Olga Owner");
  const tom = await joined(server.url, olga, "Tom Member");
  const group = `/groups/${olga.group.id}`;
  await olga.api.patch(group, { members_create: "own" });
  expect((await create(tom, "a_name", { usable_by: "group" })).status).toBe(403);
  expect((await create(tom, "a_name")).body.usable_by).toBe("creator");
  await olga.api.patch(group, { members_create: "nothing" });
  expect((await create(tom, "b_name")).status).toBe(403);
  expect((await create(olga, "b_name")).body.usable_by).toBe("group");
  expect((await tom.api.del("/users/me", { password: PASSWORD })).status).toBe(200);
  expect(await names(olga)).not.toContain("a_name");
});
