import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { getChatFor } from "@/lib/chat/chats/service";
import { uncountUnreferencedFiles } from "@/lib/chat/files/service";
import * as workspaces from "@/lib/chat/workspaces/service";
import * as access from "@/lib/identity/access/service";
import { recordAudienceChange } from "@/lib/identity/audiences/service";
import * as audit from "@/lib/identity/audit/service";
import { conflict, invalid, notFound } from "@/lib/platform/errors";
import { FairQueue } from "@/lib/platform/fair-queue";
import { createOnce } from "@/lib/platform/once";
import { deleteFile } from "@/lib/platform/storage/service";
import {
  type Audience,
  type AudienceInput,
  assertNewAudience,
  assertNoAudience,
  resolveChange,
  setAudience,
} from "./audience";
import type { DocumentUpdate, documentsApi } from "./contract";
import * as copies from "./copies";
import { type CheckedFile, createDocuments } from "./documents";
import * as present from "./present";
import { requeueDocument } from "./processing";
import * as queries from "./queries";
import { mapQueuePositions } from "./queries/waiting";

const caller = ({ user, group }: Viewer) => ({ userId: user.id, groupId: group.id });
type ListedDocument = queries.ListedDocument;

// The creator of a project may change its files.
const rightTo = ({ user }: Viewer, { place, role, createdBy, workspaceCreatorId }: ListedDocument) =>
  [
    place === "chat" ? "document.change" : "library.change",
    { chatRole: role ?? undefined, isAuthor: createdBy === user.id || workspaceCreatorId === user.id },
  ] as const;

async function toDocumentItems(viewer: Viewer, rows: ListedDocument[]) {
  const queued = rows.filter(({ status }) => status === "queued").map(({ id }) => id);
  const places = await mapQueuePositions({ groupId: viewer.group.id, ids: queued });
  return rows.map((row) =>
    present.toDocument(row, access.can(viewer, ...rightTo(viewer, row)), places.get(row.id)),
  );
}

/**
 * Returns a document that the viewer may read.
 * @throws AppError not_found
 */
export async function getDocument(viewer: Viewer, id: number): Promise<ListedDocument> {
  const row = await queries.findListed({ ...caller(viewer), id });
  if (!row) throw notFound("Document");
  return row;
}

async function getChangeableDocument(viewer: Viewer, id: number): Promise<ListedDocument> {
  const row = await getDocument(viewer, id);
  access.authorize(viewer, ...rightTo(viewer, row));
  return row;
}

/** @throws AppError not_found */
export async function get(viewer: Viewer, id: number) {
  const [document] = await toDocumentItems(viewer, [await getDocument(viewer, id)]);
  return document!;
}

export const getAll = async (viewer: Viewer, ids: number[]) =>
  toDocumentItems(viewer, await queries.listDocumentsByIds({ ...caller(viewer), ids }));

type ListDocumentsQuery = z.output<typeof documentsApi.listDocuments.query & z.ZodObject>;
/** @throws AppError not_found for a chat or a workspace that the viewer does not see */
export async function list(viewer: Viewer, query: ListDocumentsQuery) {
  const { chat_id: chat, chat_workspace_id: workspace, collection_id: collectionId } = query;
  const { place, folder, status, kind, search } = query;
  const chatId = chat === undefined ? undefined : (await getChatFor(viewer, chat)).chat.id;
  const chatWorkspaceId =
    workspace === undefined ? undefined : (await workspaces.getWorkspace(viewer, workspace)).id;
  const { rows, total } = await queries.listDocuments({
    ...caller(viewer),
    filter: { chatId, chatWorkspaceId, place, collectionId, folder, status, kind, search },
    sort: query.sort,
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  });
  return { items: await toDocumentItems(viewer, rows), total };
}

/** @throws AppError not_found for a chat that the viewer does not see */
export async function listFolders(viewer: Viewer, chat: Reference | undefined) {
  const chatId = chat === undefined ? undefined : (await getChatFor(viewer, chat)).chat.id;
  return queries.listFolders({ ...caller(viewer), chatId });
}

/**
 * Returns the viewer's chat that documents are uploaded to; undefined for the library.
 * @throws AppError not_found, conflict when documents are disabled in the chat
 */
export async function getChatForUpload(viewer: Viewer, reference: Reference | null | undefined) {
  if (reference == null) return undefined;
  const { chat } = await getChatFor(viewer, reference);
  if (!chat.documentsAndCollectionsEnabled)
    throw conflict("Documents and collections are turned off in this chat.");
  return chat.id;
}

type NewPlace = AudienceInput & { chat?: Reference; workspace?: Reference; folder?: string };

/**
 * Adds validated files to one of the viewer's chats or projects, or to the library.
 * @throws AppError not_found for the chat or the project, forbidden, conflict; InvalidInput
 */
export async function add(viewer: Viewer, place: NewPlace, files: CheckedFile[]) {
  const ids = await transaction(async () => {
    const where = await resolvePlace(viewer, place);
    if (where.chatId !== undefined) await chats.lock(where.chatId);
    const rows = await createDocuments(viewer, { ...where, folder: place.folder }, files);
    await noteChanged(where.chatId);
    return rows.map(({ id }) => id);
  });
  const documents = await getAll(viewer, ids);
  noteFilesChanged(viewer, documents[0]?.chat_workspace_id);
  return documents;
}

async function resolvePlace(viewer: Viewer, { chat, workspace, ...given }: NewPlace) {
  if (chat === undefined && workspace === undefined)
    return { audience: await assertNewAudience(viewer, given) };
  assertNoAudience(given);
  if (workspace === undefined) return { chatId: await getChatForUpload(viewer, chat) };
  return { chatWorkspaceId: (await workspaces.getUsableWorkspace(viewer, workspace)).id };
}

// Replies in the chats of a project keep what they know of it for a while.
function noteFilesChanged({ group }: Viewer, workspaceId: number | null | undefined): void {
  if (workspaceId != null) workspaces.forgetForReply(group.id, workspaceId);
}

const noteChanged = async (chatId: number | null | undefined) => {
  if (chatId) await chats.publishUpdated([chatId], "documents_count");
};

const getExtension = (name: string) => /\.[^.]*$/.exec(name)?.[0].toLowerCase();

/**
 * Renames a document, moves it to another folder or from its project to the library, or changes who reads it.
 * @throws AppError not_found, forbidden, conflict; InvalidInput for a name with another extension
 */
export async function update(viewer: Viewer, id: number, change: z.output<typeof DocumentUpdate>) {
  const before = await getChangeableDocument(viewer, id);
  const { file_name: fileName = before.fileName, folder = before.folder } = change;
  if (getExtension(fileName) !== getExtension(before.fileName))
    throw invalid(["body", "file_name"], `The name must end in ${getExtension(before.fileName)}.`);
  const audience = await resolveChange(viewer, before, change);
  await transaction(async () => {
    if (before.chatId) await chats.lock(before.chatId);
    if (audience) await setAudience(viewer.group.id, [id], audience);
    const isThere = await queries.updateDocument({
      groupId: viewer.group.id,
      id,
      values: { fileName, folder },
    });
    if (!isThere) throw notFound("Document");
    if (audience) {
      const from = before.chatWorkspaceId === null ? before.usableBy : ("project" as const);
      const old = { name: before.fileName, usableBy: from, userIds: before.userIds };
      const changed = { name: fileName, usable_by: audience.usableBy, user_ids: audience.userIds };
      await recordAudienceChange(viewer, old, changed);
    }
    await noteChanged(before.chatId);
  });
  noteFilesChanged(viewer, before.chatWorkspaceId);
  return get(viewer, id);
}

/**
 * Deletes a document and, for an archive, its members.
 * @throws AppError not_found, forbidden
 */
export async function remove(viewer: Viewer, id: number) {
  const { chatId, chatWorkspaceId, fileName, usableBy } = await getChangeableDocument(viewer, id);
  const groupId = viewer.group.id;
  const files = await transaction(async () => {
    if (chatId) await chats.lock(chatId);
    const ids = await queries.withMembers({ groupId, id });
    const keys = await queries.deleteDocuments({ groupId, ids });
    await noteChanged(chatId);
    // Deletions of what the group's admins may not read are not recorded, because they read the audit log and would see
    // the file names.
    if (!chatId && usableBy !== "creator" && keys.length > 0)
      await audit.record({ ...caller(viewer), action: "document_deleted", details: { name: fileName } });
    return uncountUnreferencedFiles(keys);
  });
  noteFilesChanged(viewer, chatWorkspaceId);
  await Promise.all(files.map(deleteFile));
  return { success: true as const, message: "The document was deleted." };
}

const USUAL_TEXT = 100_000;
// Limited, because reading a part loads the whole text, which can have 10 million characters.
const MAX_TEXTS_AT_ONCE = 2;
const MAX_TEXTS_WAITING_PER_GROUP = 200;
const textQueue = createOnce(
  () => new FairQueue(MAX_TEXTS_AT_ONCE, { maxWaitingPerKey: MAX_TEXTS_WAITING_PER_GROUP }),
);

/**
 * Returns a part of the text without splitting surrogate pairs. `offset` and `limit` are in UTF-16 code units.
 * @throws AppError not_found; rate_limited when too many requests of the group wait
 */
export async function readText(viewer: Viewer, id: number, { offset = 0, limit = USUAL_TEXT } = {}) {
  await getDocument(viewer, id);
  return textQueue().run(viewer.group.id, () => readPart(id, offset, limit));
}

async function readPart(id: number, offset: number, limit: number) {
  const { text, parts } = (await queries.findText({ id })) ?? { text: "", parts: [] };
  const start = wholeAt(text, offset);
  const end = Math.max(wholeAt(text, offset + limit), Math.min(start + 2, text.length));
  return {
    text: text.slice(start, end),
    offset: start,
    total: text.length,
    next_offset: end < text.length ? end : null,
    parts,
  };
}

// Returns `at`, or the beginning of the surrogate pair that it would split.
const wholeAt = (text: string, at: number): number =>
  at < text.length && /[\udc00-\udfff]/.test(text[at]!) && /[\ud800-\udbff]/.test(text[at - 1] ?? "")
    ? at - 1
    : Math.min(at, text.length);

/** @throws AppError not_found, forbidden */
export async function reindex(viewer: Viewer, id: number) {
  const { chatId } = await getChangeableDocument(viewer, id);
  await requeueDocument(id);
  await noteChanged(chatId);
  return get(viewer, id);
}

/** @throws AppError not_found, forbidden, conflict when the document is not being processed */
export async function cancel(viewer: Viewer, id: number) {
  const { chatId } = await getChangeableDocument(viewer, id);
  const error = "Processing was cancelled.";
  if (!(await queries.cancelReading({ groupId: viewer.group.id, id, error })))
    throw conflict("This document isn't being processed.");
  await noteChanged(chatId);
  return get(viewer, id);
}

type CopyTarget = AudienceInput & { chat_id?: Reference | null; folder?: string };

/**
 * Copies a document to a chat or to the library.
 * @throws AppError not_found for the document or the chat, forbidden, conflict; InvalidInput
 */
export async function copy(viewer: Viewer, id: number, { chat_id: chat, folder, ...given }: CopyTarget) {
  await getDocument(viewer, id);
  const chatId = await getChatForUpload(viewer, chat);
  if (chatId !== undefined) assertNoAudience(given);
  const audience = chatId === undefined ? await assertNewAudience(viewer, given) : undefined;
  const copied = await transaction(async () => {
    if (chatId !== undefined) await chats.lock(chatId);
    const [made] = await copyTo(viewer, id, { chatId, audience });
    if (made === undefined) throw notFound("Document");
    if (folder !== undefined)
      await queries.updateDocument({ groupId: viewer.group.id, id: made, values: { folder } });
    await noteChanged(chatId);
    return made;
  });
  return get(viewer, copied);
}

/**
 * Copies a document and, for an archive, its members within a transaction. Returns the ids of the copies, beginning
 * with the document's.
 * @param to a chat, or the audience of copies in the library, which is the group without it
 */
export async function copyTo(
  { user, group }: Viewer,
  id: number,
  { chatId, audience = { usableBy: "group", userIds: [] } }: { chatId?: number; audience?: Audience },
): Promise<number[]> {
  const ids = await queries.withMembers({ groupId: group.id, id });
  const of = { groupId: group.id, ids, createdBy: user.id };
  return chatId === undefined
    ? copies.copyToLibrary({ ...of, audience })
    : copies.copyToChat({ ...of, chatId });
}

/** Returns the ids of a document and, for an archive, of its members. Expects a document that the caller may read. */
export const withMembers = ({ group }: Viewer, id: number) => queries.withMembers({ groupId: group.id, id });
