import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import * as access from "@/lib/identity/access/service";
import { assertAudience, recordAudienceChange, toSeeker } from "@/lib/identity/audiences/service";
import * as audit from "@/lib/identity/audit/service";
import { assertMentionFree } from "@/lib/identity/mention-names/service";
import { copies } from "@/lib/knowledge/documents/service";
import { assertUsable } from "@/lib/llm/group-models/service";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { notFound } from "@/lib/platform/errors";
import type { Paginated } from "@/lib/platform/pagination";
import { deleteFile } from "@/lib/platform/storage/service";
import type { TaskCreate, TaskUpdate } from "./contract";
import { isSame } from "./fields";
import * as present from "./present";
import * as queries from "./queries";
import { listVersionMembers } from "./queries/version-members";
import { listVersionPages } from "./queries/version-pages";

type PageQuery = { page: number; page_size: number };
const window = ({ page, page_size }: PageQuery) => ({ limit: page_size, offset: (page - 1) * page_size });

const standing = ({ user }: Viewer, { createdBy }: { createdBy: number | null }) => ({
  isAuthor: createdBy === user.id,
});

export const canChange = (viewer: Viewer, task: { createdBy: number | null }): boolean =>
  access.can(viewer, "task.change", standing(viewer, task));

export async function list(viewer: Viewer, { search, ...paging }: PageQuery & { search?: string }) {
  const which = { ...toSeeker(viewer), search: search?.slice(0, 4000) };
  const [rows, total] = await Promise.all([
    queries.listTasks({ ...which, ...window(paging) }),
    queries.countTasks(which),
  ]);
  const items = rows.map((row) => present.toTask(row, canChange(viewer, row)));
  return { items, total } satisfies Paginated<unknown>;
}

async function getTask(viewer: Viewer, id: number) {
  const row = await queries.findTask({ ...toSeeker(viewer), id });
  if (!row) throw notFound("Task");
  return row;
}

async function loadVersionContents(
  { user, group }: Viewer,
  which: { taskId: number; numbers: number[] },
): Promise<present.VersionContents> {
  const [files, collections, pages] = await Promise.all([
    queries.listVersionDocuments(which),
    queries.listVersionCollections({ ...which, groupId: group.id, userId: user.id }),
    listVersionPages(which),
  ]);
  return { files, collections, pages };
}

export async function get(viewer: Viewer, id: number) {
  const row = await getTask(viewer, id);
  const latest = { groupId: viewer.group.id, taskId: id, number: row.latestVersion };
  const [version, held, members] = await Promise.all([
    queries.findVersion(latest),
    loadVersionContents(viewer, { taskId: id, numbers: [row.latestVersion] }),
    listVersionMembers(latest),
  ]);
  if (!version) throw notFound("Task");
  const added = members.filter(({ userId, isInGroup }) => isInGroup && userId !== viewer.user.id);
  return present.toTaskDetail(row, canChange(viewer, row), version.fields, { ...held, members: added });
}

export async function create(viewer: Viewer, input: z.output<typeof TaskCreate>) {
  const { name, description, mention_name: mentionName, fields = {}, usable_by, user_ids } = input;
  await assertUsable(viewer, [fields.model]);
  await assertAudience(viewer, input, { createdBy: viewer.user.id, usableBy: "group", userIds: [] });
  const taskId = await transaction(async () => {
    await assertMentionFree(viewer, mentionName);
    if (fields.virtual_assistant_id != null)
      await assistants.assertAssistant(viewer, fields.virtual_assistant_id);
    const audience = { usableBy: usable_by, userIds: user_ids };
    const task = await insert(viewer, { name, description, mentionName, ...audience }, fields);
    return task.id;
  });
  return get(viewer, taskId);
}

export async function insert(
  { user, group }: Viewer,
  values: Omit<queries.NewTask, "groupId" | "latestVersion">,
  fields: queries.TaskFields,
  holdings: queries.Holdings = { documentIds: [], collectionIds: [] },
) {
  await assertBelowCap("templates", { groupId: group.id, userId: user.id });
  const task = await queries.insertTask({
    ...values,
    groupId: group.id,
    latestVersion: 1,
    createdBy: user.id,
  });
  const version = { groupId: group.id, taskId: task.id, number: 1, fields, createdBy: user.id };
  await queries.insertVersion({ ...version, ...holdings });
  return task;
}

export async function addVersion(
  { user, group }: Viewer,
  task: queries.TaskRow,
  fields: queries.TaskFields,
  holdings: queries.Holdings,
): Promise<number> {
  const number = task.latestVersion + 1;
  const version = { groupId: group.id, taskId: task.id, number, fields, createdBy: user.id };
  await queries.insertVersion({ ...version, ...holdings });
  await queries.updateTask({ groupId: group.id, id: task.id, values: { latestVersion: number } });
  return number;
}

export async function update(viewer: Viewer, id: number, change: z.output<typeof TaskUpdate>) {
  const groupId = viewer.group.id;
  const { name, description, mention_name: mentionName, fields = {}, usable_by, user_ids } = change;
  await transaction(async () => {
    // Locks the mention name before the row, because creating a task or an assistant locks in this order, too.
    const before = await getTask(viewer, id);
    access.authorize(viewer, "task.change", standing(viewer, before));
    await assertAudience(viewer, change, before);
    if (mentionName !== before.mentionName) await assertMentionFree(viewer, mentionName);
    const task = await queries.lockTask({ ...toSeeker(viewer), id });
    if (!task) throw notFound("Task");
    const values = { name, description, mentionName, usableBy: usable_by, userIds: user_ids };
    await queries.updateTask({ groupId, id, values });
    await recordAudienceChange(viewer, before, change);
    const number = task.latestVersion;
    const latest = await queries.findVersion({ groupId, taskId: id, number });
    const next = { ...latest?.fields, ...fields };
    if (isSame(next, latest?.fields)) return;
    if (fields.model !== latest?.fields.model) await assertUsable(viewer, [fields.model]);
    if (fields.virtual_assistant_id != null)
      await assistants.assertAssistant(viewer, fields.virtual_assistant_id);
    const files = await queries.listVersionDocuments({ taskId: id, numbers: [number] });
    await addVersion(viewer, task, next, {
      documentIds: files.map((file) => file.id),
      collectionIds: await queries.lockVersionCollections({ taskId: id, number }),
      pagesFrom: { number },
      membersFrom: { number },
    });
  });
  return get(viewer, id);
}

export async function remove(viewer: Viewer, id: number) {
  const task = await getTask(viewer, id);
  access.authorize(viewer, "task.change", standing(viewer, task));
  const which = { ...toSeeker(viewer), id };
  const files = await transaction(async () => {
    // Keeps new versions from being added after the files have been listed.
    if (!(await queries.lockTask(which))) throw notFound("Task");
    // Admins read the audit log, and nobody but the creator knows of a private template.
    if (task.usableBy !== "creator") await audit.recordBy(viewer, "task_deleted", { name: task.name });
    return copies.deleteOfTask(await queries.deleteTask(which));
  });
  await Promise.all(files.map(deleteFile));
  return { success: true as const, message: "The task was deleted. Chats created from it are kept." };
}

/**
 * Deletes a person's private templates in all groups.
 * @returns keys of files that nothing refers to any more
 */
export async function removePrivate(userId: number): Promise<string[]> {
  const keys: string[] = [];
  for (const which of await queries.listPrivate({ userId }))
    keys.push(...(await copies.deleteOfTask(await queries.deleteTask(which))));
  return keys;
}

export async function listVersions(viewer: Viewer, id: number, paging: PageQuery) {
  const task = await getTask(viewer, id);
  const rows = await queries.listVersions({ groupId: viewer.group.id, taskId: id, ...window(paging) });
  const held = await loadVersionContents(viewer, { taskId: id, numbers: rows.map(({ number }) => number) });
  // Version numbers have no gaps, so the latest one is the total.
  return {
    items: rows.map((row) => present.toTaskVersion(row, held)),
    total: task.latestVersion,
  };
}
