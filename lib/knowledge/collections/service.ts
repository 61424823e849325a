import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import * as access from "@/lib/identity/access/service";
import { assertAudience, isWider, recordAudienceChange } from "@/lib/identity/audiences/service";
import * as audit from "@/lib/identity/audit/service";
import { authorizeLibrary, resolveAudience } from "@/lib/identity/groups/service";
import { toUserMini } from "@/lib/identity/people/service";
import * as documents from "@/lib/knowledge/documents/service";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { conflict, getErrorCode, notFound } from "@/lib/platform/errors";
import { sqlState } from "@/lib/platform/sql-state";
import type { CollectionCreate, CollectionUpdate } from "./contract";
import * as queries from "./queries";

/**
 * Collections: named sets of library documents that can be attached to chats. Their audience reads their names and finds
 * their documents, as far as it may read these. Only the creator and the group's admins may change a collection, because
 * it affects the replies in every chat that it is attached to.
 */

const standing = ({ user }: Viewer, { createdBy }: { createdBy: number | null }) => ({
  isAuthor: createdBy === user.id,
});

const caller = ({ user, group }: Viewer) => ({ userId: user.id, groupId: group.id });

function toCollectionItem(viewer: Viewer, row: queries.ListedCollection) {
  const canChange = access.can(viewer, "collection.change", standing(viewer, row));
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    description: row.description,
    usable_by: row.usableBy,
    user_ids: canChange ? row.userIds : [],
    documents_count: row.documentsCount,
    chats_count: row.chatsCount,
    may_change: canChange,
    created_by: row.maker && toUserMini(row.maker),
    created_at: row.createdAt.toISOString(),
  };
}

async function getCollection(viewer: Viewer, id: number) {
  const row = await queries.findCollection({ ...caller(viewer), id });
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
 * Lists the collections that the viewer may read by name.
 * @throws AppError not_found for a chat that the viewer does not see
 */
export async function list(
  viewer: Viewer,
  query: { page: number; page_size: number; chat_id?: Reference; search?: string },
) {
  const chatId =
    query.chat_id === undefined ? undefined : (await chats.getChatFor(viewer, query.chat_id)).chat.id;
  const { rows, total } = await queries.listCollections({
    ...caller(viewer),
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
  return { ...toCollectionItem(viewer, row), chats: await queries.listChats({ ...caller(viewer), id }) };
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

/** @throws AppError conflict when the name is taken, or there are too many; forbidden; InvalidInput */
export async function create(viewer: Viewer, input: z.output<typeof CollectionCreate>) {
  const usableBy = await resolveAudience(viewer, input.usable_by);
  const { userIds } = await assertAudience(viewer, input, {
    createdBy: viewer.user.id,
    usableBy,
    userIds: [],
  });
  const values = {
    groupId: viewer.group.id,
    createdBy: viewer.user.id,
    name: input.name,
    description: input.description || null,
    usableBy,
    userIds,
  };
  const creating = transaction(async () => {
    await assertBelowCap("collections", { groupId: values.groupId, userId: values.createdBy });
    return queries.insertCollection(values);
  });
  return get(viewer, (await writeWithName(creating)).id);
}

/** @throws AppError not_found, forbidden, conflict when the name is taken; InvalidInput */
export async function update(viewer: Viewer, id: number, change: z.output<typeof CollectionUpdate>) {
  const before = await getChangeable(viewer, id);
  const isShared = change.usable_by !== undefined || change.user_ids !== undefined;
  const audience = isShared ? await assertAudience(viewer, change, before) : undefined;
  if (audience && isWider(audience, before)) await authorizeLibrary(viewer, { isShared: true });
  const { name, description } = change;
  const values = { name, description: description === undefined ? undefined : description || null };
  const updating = transaction(async () => {
    const isThere = await queries.updateCollection({
      groupId: viewer.group.id,
      id,
      values: { ...values, ...audience },
    });
    if (!isThere) throw notFound("Collection");
    await recordAudienceChange(viewer, before, change);
    if (audience && audience.usableBy !== "group") await queries.deletePublications({ id });
    // Readers of a collection read what its connectors import, which counts as added by its creator.
    if (audience)
      await documents.setAudience(viewer.group.id, await queries.listImportedDocuments({ id }), {
        ...audience,
        createdBy: before.createdBy,
      });
    await chats.publishUpdated(await queries.listChatIds({ id }), "collections");
  });
  await writeWithName(updating);
  return get(viewer, id);
}

export async function removePrivate(userId: number): Promise<void> {
  for (const which of await queries.listPrivate({ userId })) await queries.deleteCollection(which);
}

/**
 * Deletes a collection and keeps its documents.
 * @throws AppError not_found, forbidden
 */
export async function remove(viewer: Viewer, id: number) {
  const { name, usableBy } = await getChangeable(viewer, id);
  await transaction(async () => {
    const chatIds = await queries.listChatIds({ id });
    await queries.deleteCollection({ groupId: viewer.group.id, id });
    // Admins read the audit log, and nobody but the creator knows of a private collection.
    if (usableBy !== "creator")
      await audit.record({ ...caller(viewer), action: "collection_deleted", details: { name } });
    await chats.publishUpdated(chatIds, "collections");
  });
  return {
    success: true as const,
    message: "The collection was deleted. Its documents are kept in the library.",
  };
}

/**
 * Locks a collection that the viewer may read until the transaction ends.
 * @throws AppError not_found
 */
export async function lock(viewer: Viewer, id: number): Promise<queries.CollectionRow> {
  const row = await queries.lockCollection({ ...caller(viewer), id });
  if (!row) throw notFound("Collection");
  return row;
}

// The creator of a collection also reads what others add to it.
async function inheritAudience(viewer: Viewer, row: queries.CollectionRow): Promise<documents.Audience> {
  const { usableBy, userIds, createdBy } = row;
  await authorizeLibrary(viewer, { isShared: usableBy !== "creator" });
  const isOthers = usableBy === "people" && createdBy !== null && createdBy !== viewer.user.id;
  return { usableBy, userIds: isOthers ? [...new Set([...userIds, createdBy])] : userIds };
}

type NewFiles = { folder?: string } & documents.AudienceInput;

/**
 * Adds validated files to the library and to a collection, whose audience they get unless another one is given.
 * @throws AppError not_found, forbidden; InvalidInput
 */
export async function addFiles(
  viewer: Viewer,
  id: number,
  { folder, ...given }: NewFiles,
  files: documents.CheckedFile[],
) {
  await getChangeable(viewer, id);
  const isChosen = given.usable_by !== undefined || given.user_ids !== undefined;
  const chosen = isChosen ? await documents.assertNewAudience(viewer, given) : undefined;
  const documentIds = await transaction(async () => {
    const audience = await lock(viewer, id).then((row) => chosen ?? inheritAudience(viewer, row));
    const rows = await documents.createDocuments(viewer, { folder, audience }, files);
    const ids = rows.map((row) => row.id);
    await queries.insertDocuments({ id, documentIds: ids });
    return ids;
  });
  return documents.getAll(viewer, documentIds);
}

/**
 * Adds a document to a collection. A document of a chat or a project is copied into the library first, for the audience
 * of the collection.
 * @throws AppError not_found for the collection or the document; forbidden
 */
export async function addDocument(viewer: Viewer, id: number, documentId: number) {
  await getChangeable(viewer, id);
  const inside = await transaction(async () => {
    const collection = await lock(viewer, id);
    const { place, chatWorkspaceId, sha256 } = await documents.getDocument(viewer, documentId);
    const isCopied = place === "chat" || chatWorkspaceId !== null;
    const same = isCopied ? await queries.findSame({ ...caller(viewer), id, sha256 }) : undefined;
    if (same !== undefined) return same;
    if (!isCopied) {
      // Adds the document before its members, so that members of an archive that is still being unpacked join the
      // collection, too.
      await queries.insertDocuments({ id, documentIds: [documentId] });
      await queries.insertDocuments({ id, documentIds: await documents.withMembers(viewer, documentId) });
      return documentId;
    }
    const audience = await inheritAudience(viewer, collection);
    const added = await documents.copyTo(viewer, documentId, { audience });
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
  await documents.getDocument(viewer, documentId);
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
  return { collections: await listAttachedTo(viewer, chat.id) };
}

/**
 * Attaches the collections that still exist and that the viewer may read. Runs in the transaction that creates or updates
 * a chat from a task.
 */
export const attachAll = async (viewer: Viewer, chatId: number, ids: number[]) =>
  queries.attach({ chatId, ids: await lockExisting(viewer, ids) });

export const listAttachedTo = (viewer: Viewer, chatId: number) =>
  queries.listAttachedCollections({ ...caller(viewer), chatId });

export const lockExisting = (viewer: Viewer, ids: number[]) =>
  queries.lockExisting({ ...caller(viewer), ids });
