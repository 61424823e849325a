import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { CallOptions, Viewer } from "@/lib/api/actor";
import { MAX_INTEGER, type Reference } from "@/lib/api/fields";
import * as assistants from "@/lib/chat/assistants/service";
import type { PageKind } from "@/lib/chat/canvas/contract";
import * as canvas from "@/lib/chat/canvas/service";
import * as chats from "@/lib/chat/chats/service";
import { getChatFor, getManageableChat } from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { toSeeker } from "@/lib/identity/audiences/service";
import * as collections from "@/lib/knowledge/collections/service";
import { copies } from "@/lib/knowledge/documents/service";
import { assertUsable } from "@/lib/llm/group-models/service";
import { conflict, getErrorCode, notFound } from "@/lib/platform/errors";
import { sqlState } from "@/lib/platform/sql-state";
import * as sending from "@/lib/replies/sending/service";
import { fieldNames, isSame } from "./fields";
import * as queries from "./queries";
import { lockVersionMembers, type VersionMember } from "./queries/version-members";
import * as pages from "./queries/version-pages";

type ReadableChat = Awaited<ReturnType<typeof getChatFor>>["chat"];

/**
 * Creates a chat from a version of a task with its documents, collections, canvas pages and members. Fields in `chat`
 * take precedence over those of the version. Temporary chats get no members.
 * @param number absent for the latest version
 * @throws AppError not_found for the task or the version, and as `chats.create`
 */
export async function createChat(viewer: Viewer, chat: chats.NewChat, taskId: number, number?: number) {
  const groupId = viewer.group.id;
  await assertUsable(viewer, [chat.model]);
  return transaction(async () => {
    const task = taskId <= MAX_INTEGER && (await queries.findTask({ ...toSeeker(viewer), id: taskId }));
    if (!task) throw notFound("Task");
    const wanted = Math.min(number ?? task.latestVersion, MAX_INTEGER);
    const version = await queries.findVersion({ groupId, taskId, number: wanted });
    if (!version) throw notFound("Version");
    const members = chat.temp ? [] : await lockVersionMembers({ groupId, taskId, number: version.number });
    const own = Object.fromEntries(Object.entries(chat).filter(([, value]) => value !== undefined));
    const from = {
      ...(await dropUnusableAssistant(viewer, version.fields)),
      ...(own as chats.NewChat),
      source_task: { id: taskId, version_number: version.number },
      task_members: toNewMembers(members),
    };
    const fill = async (chatId: number) => {
      const which = { taskId, numbers: [version.number] };
      const [files, attached] = await Promise.all([
        queries.listVersionDocuments(which),
        queries.listVersionCollections({ ...which, groupId, userId: viewer.user.id }),
      ]);
      await collections.attachAll(
        viewer,
        chatId,
        attached.map(({ id }) => id),
      );
      const ids = files.map(({ id }) => id);
      await copies.copyToChat({ groupId, ids, chatId, createdBy: viewer.user.id });
      await pages.copyPagesToChat({ taskId, number: version.number, chatId });
      return null;
    };
    const item = await chats.create(viewer, from, fill).catch((error: unknown) => {
      // The task was deleted in the meantime.
      throw getErrorCode(error) === sqlState.foreignKeyViolation ? notFound("Task") : error;
    });
    return members.length === 0 ? item : { ...item, task_members: toOutcome(viewer, version, members) };
  });
}

// The creator is the only owner, because people are added to a chat as admins or members.
const toNewMembers = (members: VersionMember[]) =>
  members.flatMap(({ userId, role, isInGroup }) =>
    isInGroup ? [{ userId, role: role === "owner" ? ("admin" as const) : role }] : [],
  );

// Chats don't list members who left the group, so only the person who saved them knows that they were members.
function toOutcome(viewer: Viewer, { createdBy }: { createdBy: number | null }, members: VersionMember[]) {
  const others = members.filter(({ userId }) => userId !== viewer.user.id);
  const named = (isInGroup: boolean) =>
    others
      .filter((member) => member.isInGroup === isInGroup)
      .map(({ userId, fullName }) => ({ id: userId, full_name: fullName }));
  return { added: named(true), left_out: createdBy === viewer.user.id ? named(false) : [] };
}

export const sendInTempChatOfTask = (
  viewer: Viewer,
  id: number,
  message: sending.PlainMessage,
  options: CallOptions,
) =>
  sending.sendInNew(
    viewer,
    async () => (await createChat(viewer, sending.temporary, id)).id,
    message,
    options,
  );

// Drops an assistant that was deleted or that the viewer may not use; the group's default replaces it.
async function dropUnusableAssistant(
  viewer: Viewer,
  fields: queries.TaskFields,
): Promise<queries.TaskFields> {
  const id = fields.virtual_assistant_id as number | null | undefined;
  if (id == null || (await assistants.listUsableByIds(viewer, [id])).length > 0) return fields;
  const { virtual_assistant_id: _, ...rest } = fields;
  return rest;
}

type ChangedPage = Awaited<ReturnType<typeof pages.listChangedPages>>[number];
const NONE: queries.Holdings & { pages: ChangedPage[] } = { documentIds: [], collectionIds: [], pages: [] };

async function loadTaskChanges(viewer: Viewer, chat: ReadableChat) {
  const groupId = viewer.group.id;
  const { sourceTaskId: taskId, sourceTaskVersion: current } = chat;
  const task = taskId === null ? undefined : await queries.findTask({ ...toSeeker(viewer), id: taskId });
  if (!task || current === null) return undefined;
  const latest = task.latestVersion;
  const nothing = { task, current, latest, fields: {} as queries.TaskFields, ...NONE, names: [] };
  if (latest <= current) return nothing;
  const which = { taskId: task.id, numbers: [current, latest] };
  const [before, after, files, collected, attached, changedPages] = await Promise.all([
    queries.findVersion({ groupId, taskId: task.id, number: current }),
    queries.findVersion({ groupId, taskId: task.id, number: latest }),
    queries.listVersionDocuments(which),
    queries.listVersionCollections({ ...which, groupId, userId: viewer.user.id }),
    collections.listAttachedTo(viewer, chat.id),
    pages.listChangedPages({ taskId: task.id, current, latest, chatId: chat.id }),
  ]);
  if (!after) return nothing;
  const own = chats.getCopiedFields(chat);
  const wanted = await dropUnusableAssistant(viewer, after.fields);
  const changed = fieldNames.filter(
    (name) =>
      wanted[name] !== undefined &&
      !isSame(wanted[name], before?.fields[name]) &&
      !isSame(wanted[name], own[name]),
  );
  const had = new Set(files.filter(({ number }) => number === current).map(({ storageKey }) => storageKey));
  for (const key of await chats.listStorageKeys(chat.id)) had.add(key);
  const added = files.filter(({ number, storageKey }) => number === latest && !had.has(storageKey));
  const known = new Set(attached.map(({ id }) => id));
  for (const { number, id } of collected) if (number === current) known.add(id);
  const collectionIds = collected.flatMap(({ number, id }) =>
    number === latest && !known.has(id) ? [id] : [],
  );
  return {
    ...nothing,
    fields: Object.fromEntries(changed.map((name) => [name, wanted[name]])),
    documentIds: added.map(({ id }) => id),
    collectionIds,
    pages: [...changedPages],
    names: [
      ...changed,
      ...(added.length > 0 ? ["documents"] : []),
      ...(collectionIds.length > 0 ? ["collections"] : []),
      ...(changedPages.length > 0 ? ["canvas_pages"] : []),
    ],
  };
}

export async function checkUpdates(viewer: Viewer, reference: Reference) {
  const { chat } = await getChatFor(viewer, reference);
  const found = await loadTaskChanges(viewer, chat);
  return {
    has_updates: found !== undefined && found.latest > found.current,
    task_id: found?.task.id ?? null,
    current_version: found?.current ?? null,
    latest_version: found?.latest ?? null,
    changed_fields: found?.names ?? [],
  };
}

export async function updateFromTask(viewer: Viewer, reference: Reference) {
  const { chat } = await getManageableChat(viewer, reference);
  return transaction(async () => {
    await chats.lock(chat.id);
    const found = await loadTaskChanges(viewer, (await getChatFor(viewer, chat.id)).chat);
    if (!found) throw conflict("This chat wasn't created from a task, or its task was deleted.");
    const { latest: version, names } = found;
    if (version <= found.current) return { updated: false, version, changed_fields: [] };
    if ("canvas" in found.fields) {
      const { canvas: text } = found.fields as { canvas: string | null };
      await canvas.change(viewer, chat.id, { text: () => text, isOwnVersion: true });
    }
    const columns = Object.entries(found.fields).map(([name, value]) => [chats.toColumn(name), value]);
    await chats.setColumns(chat.id, { ...Object.fromEntries(columns), sourceTaskVersion: version });
    const createdBy = viewer.user.id;
    const { documentIds: ids, collectionIds } = found;
    await collections.attachAll(viewer, chat.id, collectionIds);
    await copies.copyToChat({ groupId: viewer.group.id, ids, chatId: chat.id, createdBy });
    for (const page of found.pages) await updatePage(viewer, chat.id, found, page);
    await noteUpdated(chat.id, [...names, "source_task"]);
    return { updated: true, version, changed_fields: names };
  });
}

async function updatePage(
  viewer: Viewer,
  chatId: number,
  { task, latest }: NonNullable<Awaited<ReturnType<typeof loadTaskChanges>>>,
  { position, pageId }: ChangedPage,
): Promise<void> {
  const page = await pages.findVersionPage({ taskId: task.id, number: latest, position });
  if (!page) return;
  const { kind, text } = page;
  if (pageId === null)
    await canvas.addPage(viewer, chatId, { ...page, kind: kind as z.output<typeof PageKind> });
  else await canvas.change(viewer, chatId, { pageId, text: () => text, isOwnVersion: true });
}

const SHOWN_AS: Record<string, string> = {
  virtual_assistant_id: "virtual_assistant",
  documents: "documents_count",
  canvas_pages: "canvas",
};
const noteUpdated = (chatId: number, names: string[]) =>
  events.publish({
    chatId,
    kind: "chat.updated",
    data: { fields: [...new Set(names.map((name) => SHOWN_AS[name] ?? name))] },
  });
