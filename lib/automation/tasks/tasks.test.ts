import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { documents } from "@/db/schema/documents";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";

const { server } = await startServerWithModel();

const ada = await person(server.url);
const max = await colleague(server.url, ada.group, "Max Member");
const liz = await colleague(server.url, ada.group, "Liz Member");
const eve = await person(server.url, "Eve Elsewhere");

const made = async (body: object = {}, query = "") => (await max.api.post(`/chats${query}`, body)).body;
const saved = async (chat: { id: number }) => (await max.api.post(`/chats/${chat.id}/save-as-task`)).body;
const withFile = async (chat: { id: number }, text: string) => {
  const files = [new File([text], "notes.txt")];
  await max.api.multipart(`/chats/${chat.id}/messages`, { message_input: "see this", files });
  const messages = (await max.api.get(`/chats/${chat.id}/messages`)).body;
  const attachments = messages.flatMap(
    (message: { message_attachments: { document_id: number }[] | null }) => message.message_attachments ?? [],
  );
  return attachments.at(-1).document_id as number;
};

const template = {
  name: "Onboarding",
  goal: "Welcome a colleague",
  memo: "Be kind",
  canvas: "# Day one",
  page_type: "canvas",
  extra: { PUBLIC_CHAT_UPLOAD_FILES: true, deep: { list: [1, 2] } },
  chat_history: false,
  search_in_workspace: true,
};

describe("a chat saved as a task", () => {
  test("creates chats with its fields, extra data and documents, and the request body takes precedence", async () => {
    const chat = await made(template);
    await max.api.put(`/chats/${chat.id}/sub_chat_sorting_strategy?sorting_strategy=by_name`);
    await withFile(chat, "the house rules");
    const answer = await max.api.post(`/chats/${chat.id}/save-as-task`);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ task_id: expect.any(Number), version_number: 1, name: "Onboarding" });

    const copy = (
      await liz.api.post(`/chats?copy_from_task_id=${answer.body.task_id}`, { goal: "Welcome Tom" })
    ).body;
    const detail = (await liz.api.get(`/chats/${copy.id}`)).body;
    expect(detail).toMatchObject({
      ...template,
      goal: "Welcome Tom",
      sub_chat_sorting_strategy: "by_name",
      documents_count: 1,
      my_role: "owner",
      source_task: {
        id: answer.body.task_id,
        name: "Onboarding",
        version_number: 1,
        latest_version_number: 1,
      },
    });
  });

  test("keeps its documents after the chat's deletion, and each chat has its own copies", async () => {
    const chat = await made();
    const original = await withFile(chat, "kept by all");
    const { task_id } = await saved(chat);
    const copy = await made({}, `?copy_from_task_id=${task_id}`);
    expect((await max.api.del(`/chats/${chat.id}`)).status).toBe(200);
    expect((await max.api.get(`/documents/${original}/content`)).status).toBe(404);

    const [kept] = await db()
      .select({ id: documents.id })
      .from(documents)
      .where(eq(documents.chatId, copy.id));
    expect((await max.api.get(`/documents/${kept!.id}/content`)).body).toBe("kept by all");

    const { documents: files } = (await max.api.get(`/tasks/${task_id}`)).body;
    expect(files).toEqual([
      {
        ...{ document_id: expect.any(Number), file_name: "notes.txt", mime_type: "text/plain", size: 11 },
        sha256: expect.stringMatching(/^[\da-f]{64}$/),
      },
    ]);
    const again = await saved(copy);
    expect(again).toMatchObject({ task_id, version_number: 2 });
    expect((await max.api.del(`/tasks/${task_id}`)).status).toBe(200);
    expect((await max.api.get(`/chats/${copy.id}`)).body).toMatchObject({
      documents_count: 1,
      source_task: null,
    });
    expect((await max.api.get(`/documents/${kept!.id}/content`)).body).toBe("kept by all");
    const others = await made({}, `?copy_from_task_id=${task_id}`);
    expect(others).toMatchObject({ status_code: 404 });
  });

  test("becomes a new version of its task, also when saved twice at the same time", async () => {
    const { task_id } = await saved(await made(template));
    const chat = await made({}, `?copy_from_task_id=${task_id}`);
    const twice = await Promise.all([saved(chat), saved(chat)]);
    expect(twice.map((answer) => answer.task_id)).toEqual([task_id, task_id]);
    expect(twice.map((answer) => answer.version_number).sort()).toEqual([2, 3]);
    expect((await max.api.get(`/chats/${chat.id}`)).body.source_task).toMatchObject({
      version_number: 3,
      latest_version_number: 3,
    });
  });

  test("can be deleted while chats are created from it: each is created completely or not at all", async () => {
    const origin = await made({ goal: "Race" });
    await withFile(origin, "raced for");
    const { task_id } = await saved(origin);
    const [gone, ...chats] = await Promise.all([
      max.api.del(`/tasks/${task_id}`),
      ...Array.from({ length: 5 }, () => max.api.post(`/chats?copy_from_task_id=${task_id}`, {})),
      max.api.patch(`/tasks/${task_id}`, { fields: { goal: "Faster" } }),
    ]);
    expect(gone!.status).toBe(200);
    for (const { status, body } of chats) {
      expect([200, 404]).toContain(status);
      if (body.uuid)
        expect((await max.api.get(`/chats/${body.id}`)).body).toMatchObject({ documents_count: 1 });
    }
  });

  test("becomes a new task if the caller may not change the original one", async () => {
    const { task_id } = await saved(await made(template));
    const hers = (await liz.api.post(`/chats?copy_from_task_id=${task_id}`, {})).body;
    const own = (await liz.api.post(`/chats/${hers.id}/save-as-task`)).body;
    expect(own).toMatchObject({ version_number: 1 });
    expect(own.task_id).not.toBe(task_id);
    expect((await ada.api.get(`/tasks/${task_id}`)).body).toMatchObject({
      may_change: true,
      latest_version_number: 1,
    });
    expect((await liz.api.get(`/tasks/${task_id}`)).body.may_change).toBe(false);
  });

  test("contains only the chosen parts, under the given name", async () => {
    const chat = await made({ ...template, name: "Talk with Tom", instructions: "Speak plainly" });
    await max.api.post(`/chats/${chat.id}/canvas/pages`, { title: "Salaries", kind: "text", text: "9000" });
    await withFile(chat, "a private file");
    const shared = await withFile(chat, "the house rules");
    const body = { name: "Onboarding", include: ["goal", "instructions"], document_ids: [shared] };
    const answer = await max.api.post(`/chats/${chat.id}/tasks`, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ task_id: expect.any(Number), version_number: 1, name: "Onboarding" });
    const task = (await liz.api.get(`/tasks/${answer.body.task_id}`)).body;
    expect(task).toMatchObject({
      fields: { name: "Onboarding", goal: "Welcome a colleague", instructions: "Speak plainly" },
      documents: [{ file_name: "notes.txt", size: "the house rules".length }],
      canvas_pages: [],
    });
    for (const field of ["memo", "canvas", "extra"]) expect(task.fields).not.toHaveProperty(field);
    const copy = (await liz.api.post(`/chats?copy_from_task_id=${task.id}`, {})).body;
    expect((await liz.api.get(`/chats/${copy.id}`)).body).toMatchObject({
      ...{ name: "Onboarding", memo: null, canvas: null, extra: {}, documents_count: 1 },
    });
  });

  test("cannot contain documents or collections of other chats", async () => {
    const [chat, other] = [await made(), await made()];
    const foreign = await withFile(other, "of another chat");
    const { body: collection } = await max.api.post("/collections", { name: "Handbook" });
    for (const [field, id] of [
      ["document_ids", foreign],
      ["document_ids", 2147483647],
      ["collection_ids", collection.id],
    ] as const) {
      const { status, body } = await max.api.post(`/chats/${chat.id}/tasks`, { [field]: [id] });
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(field)]);
    }
    await max.api.put(`/chats/${chat.id}/collections/${collection.id}`);
    const save = async (collection_ids: number[]) => {
      const { body } = await max.api.post(`/chats/${chat.id}/tasks`, { collection_ids });
      return (await max.api.get(`/tasks/${body.task_id}`)).body.collections;
    };
    expect(await save([collection.id])).toEqual([{ id: collection.id, name: "Handbook" }]);
    expect(await save([])).toEqual([]);
  });

  test("keeps in a new version what was left out of the request, and can be saved as another task", async () => {
    const origin = await made(template);
    await max.api.post(`/chats/${origin.id}/canvas/pages`, { title: "Plan", kind: "text", text: "Monday" });
    const { task_id } = await saved(origin);
    const chat = await made({ name: "Talk with Tom" }, `?copy_from_task_id=${task_id}`);
    await max.api.put(`/chats/${chat.id}/memo?memo=private`);
    await max.api.put(`/chats/${chat.id}/goal`, { goal: "Farewell" });
    await max.api.post(`/chats/${chat.id}/canvas/pages`, { title: "Salaries", kind: "text", text: "9000" });
    await withFile(chat, "a private file");
    const safe = { name: "Onboarding", include: ["goal"], document_ids: [] };
    const save = async (body: object) => (await max.api.post(`/chats/${chat.id}/tasks`, body)).body;
    expect(await save(safe)).toEqual({ task_id, version_number: 2, name: "Onboarding" });
    expect((await max.api.get(`/tasks/${task_id}`)).body).toMatchObject({
      fields: { ...template, goal: "Farewell" },
      documents: [],
      canvas_pages: [{ title: "Plan" }],
    });
    const other = await save({ ...safe, as_new: true });
    expect(other).toMatchObject({ version_number: 1, name: "Onboarding" });
    expect(other.task_id).not.toBe(task_id);
    expect(JSON.stringify((await max.api.get(`/tasks/${other.task_id}`)).body)).not.toMatch(
      /private|Salaries/,
    );
  });

  test("can be created by owners and admins of the chat", async () => {
    const chat = await made({ member_user_ids: [liz.user.id] });
    expect((await liz.api.post(`/chats/${chat.id}/save-as-task`)).status).toBe(403);
    expect((await ada.api.post(`/chats/${chat.id}/save-as-task`)).status).toBe(404);
  });
});

describe("a version of a task", () => {
  test("is the latest by default; an unknown one returns 404", async () => {
    const { body: task } = await max.api.post("/tasks", { name: "T", fields: { goal: "one" } });
    await max.api.patch(`/tasks/${task.id}`, { fields: { goal: "two" } });
    const at = `?copy_from_task_id=${task.id}`;
    expect((await made({}, at)).goal).toBe("two");
    expect((await made({}, `${at}&task_version_number=1`)).goal).toBe("one");
    for (const query of [
      `${at}&task_version_number=3`,
      `${at}&task_version_number=9999999999`,
      "?copy_from_task_id=9999999999",
      "?copy_from_task_id=2147483647",
    ])
      expect((await max.api.post(`/chats${query}`, {})).status, query).toBe(404);
    for (const query of ["?copy_from_task_id=0", "?copy_from_task_id=x", `${at}&task_version_number=-1`])
      expect((await max.api.post(`/chats${query}`, {})).status, query).toBe(422);
    expect((await eve.api.post(`/chats${at}`, {})).status).toBe(404);
  });

  test("gets the group's default assistant if its own was deleted", async () => {
    const { body: helper } = await ada.api.post("/virtual-assistants", { name: "Helper" });
    const { body: task } = await max.api.post("/tasks", {
      name: "T",
      fields: { virtual_assistant_id: helper.id },
    });
    expect((await made({}, `?copy_from_task_id=${task.id}`)).virtual_assistant.name).toBe("Helper");
    await ada.api.del(`/virtual-assistants/${helper.id}`);
    const chat = await made({}, `?copy_from_task_id=${task.id}`);
    expect(chat.virtual_assistant.name).toBe("Parley");
    const none = await made({ virtual_assistant_id: null }, `?copy_from_task_id=${task.id}`);
    expect(none.virtual_assistant).toBeNull();
  });

  test("is listed with its fields, author and date, the newest first", async () => {
    const { body: task } = await max.api.post("/tasks", { name: "T", fields: { goal: "one", memo: "m" } });
    await ada.api.patch(`/tasks/${task.id}`, { fields: { goal: "two" } });
    // Unchanged fields create no version.
    await ada.api.patch(`/tasks/${task.id}`, { fields: { goal: "two" }, description: "told" });
    const { body, headers } = await max.api.get(`/tasks/${task.id}/versions`);
    expect(headers.get("x-total-count")).toBe("2");
    expect(body).toMatchObject([
      { version_number: 2, fields: { goal: "two", memo: "m" }, created_by: { id: ada.user.id } },
      { version_number: 1, fields: { goal: "one", memo: "m" }, created_by: { id: max.user.id } },
    ]);
    expect((await max.api.get(`/tasks/${task.id}/versions?page_size=1&page=2`)).body).toHaveLength(1);
    expect((await eve.api.get(`/tasks/${task.id}/versions`)).status).toBe(404);
  });
});

describe("a newer version of a chat's task", () => {
  const check = async (chat: { id: number }) =>
    (await max.api.get(`/chats/${chat.id}/task-updates/check`)).body;
  const update = (chat: { id: number }) => max.api.post(`/chats/${chat.id}/task-updates/update`);

  test("is absent for a chat without a task", async () => {
    const chat = await made();
    expect(await check(chat)).toEqual({
      has_updates: false,
      task_id: null,
      current_version: null,
      latest_version: null,
      changed_fields: [],
    });
    expect((await update(chat)).status).toBe(409);
  });

  test("updates the fields that the task changed and keeps the others", async () => {
    const origin = await made(template);
    const { task_id } = await saved(origin);
    const chat = await made({}, `?copy_from_task_id=${task_id}`);
    await max.api.put(`/chats/${chat.id}/memo?memo=my%20own`);
    expect(await check(chat)).toMatchObject({ has_updates: false, task_id, changed_fields: [] });
    expect((await update(chat)).body).toEqual({ updated: false, version: 1, changed_fields: [] });

    const other = await made({}, `?copy_from_task_id=${task_id}`);
    await max.api.put(`/chats/${other.id}/goal`, { goal: "Farewell" });
    await withFile(other, "new rules");
    expect(await saved(other)).toMatchObject({ task_id, version_number: 2 });
    const expected = { changed_fields: ["goal", "documents"] };
    expect(await check(chat)).toEqual({
      has_updates: true,
      task_id,
      current_version: 1,
      latest_version: 2,
      ...expected,
    });
    expect((await update(chat)).body).toEqual({ updated: true, version: 2, ...expected });
    expect((await max.api.get(`/chats/${chat.id}`)).body).toMatchObject({
      goal: "Farewell",
      memo: "my own",
      documents_count: 1,
      source_task: { version_number: 2 },
    });
    expect((await update(chat)).body).toEqual({ updated: false, version: 2, changed_fields: [] });
  });

  test("returns 404 for an unknown chat, and 403 for a reader", async () => {
    const { task_id } = await saved(await made(template));
    const chat = await made({ member_user_ids: [liz.user.id] }, `?copy_from_task_id=${task_id}`);
    expect((await liz.api.get(`/chats/${chat.id}/task-updates/check`)).status).toBe(200);
    expect((await liz.api.post(`/chats/${chat.id}/task-updates/update`)).status).toBe(403);
    for (const path of ["task-updates/check", "task-updates/update", "save-as-task"])
      expect(
        (await eve.api.send(path.endsWith("check") ? "GET" : "POST", `/chats/${chat.id}/${path}`)).status,
      ).toBe(404);
  });
});

describe("tasks", () => {
  test("belong to a group, and are found by a part of their name or description", async () => {
    const { body: task } = await max.api.post("/tasks", { name: "Café réunion", description: "Weekly" });
    expect(task).toMatchObject({ latest_version_number: 1, fields: {}, documents: [], may_change: true });
    for (const search of ["cafe reu", "WEEKLY"]) {
      const { body, headers } = await liz.api.get(`/tasks?search=${encodeURIComponent(search)}`);
      expect(body.map(({ id }: { id: number }) => id)).toEqual([task.id]);
      expect(headers.get("x-total-count")).toBe("1");
    }
    expect((await liz.api.get("/tasks?search=100%25")).body).toEqual([]);
    expect((await eve.api.get("/tasks")).body).toEqual([]);
    expect((await eve.api.get(`/tasks/${task.id}`)).status).toBe(404);
  });

  test("have a unique mention name", async () => {
    const { body: task } = await max.api.post("/tasks", { name: "T", mention_name: "weekly" });
    expect(task.mention_name).toBe("weekly");
    expect((await max.api.post("/tasks", { name: "U", mention_name: "weekly" })).status).toBe(409);
    expect((await max.api.post("/chats", { mention_name: "weekly" })).status).toBe(409);
    expect((await max.api.post("/tasks", { name: "U", mention_name: "parley" })).status).toBe(409);
    expect((await max.api.patch(`/tasks/${task.id}`, { mention_name: "weekly" })).status).toBe(200);
    expect((await max.api.patch(`/tasks/${task.id}`, { mention_name: null })).body.mention_name).toBeNull();
  });

  test("refuse invalid fields", async () => {
    for (const fields of [{ goal: 1 }, { page_type: "x" }, { extra: [] }, { name: "" }])
      expect((await max.api.post("/tasks", { name: "T", fields })).status).toBe(422);
    const foreign = (await eve.api.get("/virtual-assistants")).body[0].id;
    const answer = await max.api.post("/tasks", { name: "T", fields: { virtual_assistant_id: foreign } });
    expect(answer.status).toBe(404);
  });
});
