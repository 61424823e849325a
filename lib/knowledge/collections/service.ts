import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { toUserMini } from "@/lib/identity/people/service";
import * as documents from "@/lib/knowledge/documents/service";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { conflict, getErrorCode, notFound } from "@/lib/platform/errors";
import { sqlState } from "@/lib/platform/sql-state";
import type { CollectionCreate, CollectionUpdate } from "./contract";
import * as queries from "./queries";

/**
 * Collections: named sets of library documents that can be attached to chats. All members of the group may read them.
 * Only the creator and the group's admins may change a collection, because it affects the replies in every chat that it
 * is attached to.
 */

const standing = ({ user }: Viewer, { createdBy }: { createdBy: number | null }) => ({
  isAuthor: createdBy === user.id,
});

const toCollectionItem = (viewer: Viewer, row: queries.ListedCollection) => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  description: row.description,
  documents_count: row.documentsCount,
  chats_count: row.chatsCount,
  may_change: access.can(viewer, "collection.change", standing(viewer, row)),
  created_by: row.maker && toUserMini(row.maker),
  created_at: row.createdAt.toISOString(),
});

async function getCollection({ group }: Viewer, id: number) {
  const row = await queries.findCollection({ groupId: group.id, id });
  if (!row) throw notFound("Collection");
  return row;
}

/**
 * Returns a collection that the viewer may change.
 * @throws AppError not_found, forbidden
 */
export async function getChangeable(viewer: Viewer, id: number) {
  const row = await getCollection(viewer, id);
  access.authorize(viewer, "collection.change", standing(viewer, row));
  return row;
}

/**
 * Lists the group's collections by name.
 * @throws AppError not_found for a chat that the viewer does not see
 */
export async function list(
  viewer: Viewer,
  query: { page: number; page_size: number; chat_id?: Reference; search?: string },
) {
  const chatId =
    query.chat_id === undefined ? undefined : (await chats.getChatFor(viewer, query.chat_id)).chat.id;
  const { rows, total } = await queries.listCollections({
    groupId: viewer.group.id,
    chatId,
    search: query.search,
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  });
  return { items: rows.map((row) => toCollectionItem(viewer, row)), total };
}

/** @throws AppError not_found */
export async function get(viewer: Viewer, id: number) {
  const row = await getCollection(viewer, id);
  const of = { groupId: viewer.group.id, userId: viewer.user.id, id };
  return { ...toCollectionItem(viewer, row), chats: await queries.listChats(of) };
}

/**
 * Runs a statement that sets the name of a collection.
 * @throws AppError conflict when the name is taken
 */
const writeWithName = <T>(doing: Promise<T>): Promise<T> =>
  doing.catch((error: unknown) => {
    throw getErrorCode(error) === sqlState.uniqueViolation
      ? conflict("A collection with this name already exists.")
      : error;
  });

/** @throws AppError conflict when the name is taken, or there are too many */
export async function create(viewer: Viewer, { name, description }: z.output<typeof CollectionCreate>) {
  const values = {
    groupId: viewer.group.id,
    createdBy: viewer.user.id,
    name,
    description: description || null,
  };
  const creating = transaction(async () => {
    await assertBelowCap("collections", { groupId: values.groupId, userId: values.createdBy });
    return queries.insertCollection(values);
  });
  return get(viewer, (await writeWithName(creating)).id);
}

/** @throws AppError not_found, forbidden, conflict when the name is taken */
export async function update(
  viewer: Viewer,
  id: number,
  { name, description }: z.output<typeof CollectionUpdate>,
) {
  await getChangeable(viewer, id);
  const values = { name, description: description === undefined ? undefined : description || null };
  const renaming = transaction(async () => {
    const isThere = await queries.updateCollection({ groupId: viewer.group.id, id, values });
    if (!isThere) throw notFound("Collection");
    await chats.publishUpdated(await queries.listChatIds({ id }), "collections");
  });
  await writeWithName(renaming);
  return get(viewer, id);
}

/**
 * Deletes a collection and keeps its documents.
 * @throws AppError not_found, forbidden
 */
export async function remove(viewer: Viewer, id: number) {
  const { name } = await getChangeable(viewer, id);
  const who = { groupId: viewer.group.id, userId: viewer.user.id };
  await transaction(async () => {
    const chatIds = await queries.listChatIds({ id });
    await queries.deleteCollection({ groupId: viewer.group.id, id });
    await audit.record({ ...who, action: "collection_deleted", details: { name } });
    await chats.publishUpdated(chatIds, "collections");
  });
  return {
    success: true as const,
    message: "The collection was deleted. Its documents are kept in the library.",
  };
}

/**
 * Locks a collection until the transaction ends.
 * @throws AppError not_found
 */
export async function lock({ group }: Viewer, id: number): Promise<void> {
  if (!(await queries.lockCollection({ groupId: group.id, id }))) throw notFound("Collection");
}

/**
 * Adds validated files to the library and to a collection.
 * @throws AppError not_found, forbidden
 */
export async function addFiles(
  viewer: Viewer,
  id: number,
  folder: string | undefined,
  files: documents.CheckedFile[],
) {
  await getChangeable(viewer, id);
  const documentIds = await transaction(async () => {
    await lock(viewer, id);
    const rows = await documents.createDocuments(viewer, { folder }, files);
    const ids = rows.map((row) => row.id);
    await queries.insertDocuments({ id, documentIds: ids });
    return ids;
  });
  return documents.getAll(viewer, documentIds);
}

/**
 * Adds a document to a collection. A chat's document is copied into the library first.
 * @throws AppError not_found for the collection or the document; forbidden
 */
export async function addDocument(viewer: Viewer, id: number, documentId: number) {
  await getChangeable(viewer, id);
  const inside = await transaction(async () => {
    await lock(viewer, id);
    const { place, sha256 } = await documents.getDocument(viewer, documentId);
    const same = place === "chat" ? await queries.findSame({ id, sha256 }) : undefined;
    if (same !== undefined) return same;
    if (place !== "chat") {
      // Adds the document before its members, so that members of an archive that is still being unpacked join the
      // collection, too.
      await queries.insertDocuments({ id, documentIds: [documentId] });
      await queries.insertDocuments({ id, documentIds: await documents.withMembers(viewer, documentId) });
      return documentId;
    }
    const added = await documents.copyTo(viewer, documentId);
    await queries.insertDocuments({ id, documentIds: added });
    const [first] = added;
    if (first === undefined) throw notFound("Document");
    return first;
  }).catch((error: unknown) => {
    // A foreign key violation means that the document was deleted in the meantime.
    throw getErrorCode(error) === sqlState.foreignKeyViolation ? notFound("Document") : error;
  });
  return documents.get(viewer, inside);
}

/** @throws AppError not_found for the collection, and for a document that is not in it; forbidden */
export async function removeDocument(viewer: Viewer, id: number, documentId: number) {
  await getChangeable(viewer, id);
  const documentIds = await documents.withMembers(viewer, documentId);
  if (documentIds.length === 0 || !(await queries.deleteDocuments({ id, documentIds })))
    throw notFound("Document");
  return { success: true as const, message: "The document was removed from the collection." };
}

/** @throws AppError not_found, forbidden */
export const attach = (viewer: Viewer, chat: Reference, id: number) =>
  changeAttachedCollections(viewer, chat, async (chatId) => {
    await lock(viewer, id);
    await queries.attach({ chatId, ids: [id] });
  });

/** @throws AppError not_found, forbidden */
export const detach = (viewer: Viewer, chat: Reference, id: number) =>
  changeAttachedCollections(viewer, chat, async (chatId) => {
    await getCollection(viewer, id);
    await queries.detach({ chatId, id });
  });

async function changeAttachedCollections(
  viewer: Viewer,
  reference: Reference,
  change: (chatId: number) => Promise<void>,
) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  await transaction(async () => {
    await chats.lock(chat.id);
    await change(chat.id);
    await chats.publishUpdated([chat.id], "collections");
  });
  return { collections: await queries.listAttachedCollections({ chatId: chat.id }) };
}

/** Attaches the collections that still exist. Runs in the transaction that creates or updates a chat from a task. */
export const attachAll = async (chatId: number, ids: number[]) =>
  queries.attach({ chatId, ids: await queries.lockExisting({ ids }) });

export const listAttachedTo = (chatId: number) => queries.listAttachedCollections({ chatId });

export const lockExisting = (ids: number[]) => queries.lockExisting({ ids });
