import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey, MemberKey } from "@/db/key-types";
import { isCollectionReadable, isLibraryDocumentReadable } from "@/db/readable-documents";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { chatCollections, collectionDocuments, collections, documents } from "@/db/schema/documents";
import { publicKnowledge } from "@/db/schema/public-chats";

export type CollectionRow = typeof collections.$inferSelect;

const maker = { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl };

const listed = (reader: MemberKey) =>
  db()
    .select({
      ...getTableColumns(collections),
      maker,
      documentsCount: sql<number>`(select count(*)::int from collection_documents held
        join documents file on file.id = held.document_id and ${isLibraryDocumentReadable(reader, "file")}
        where held.collection_id = ${collections.id})`,
      chatsCount: sql<number>`(select count(*)::int from chat_collections where collection_id = ${collections.id})`,
    })
    .from(collections)
    .leftJoin(users, eq(users.id, collections.createdBy))
    .$dynamic();
export type ListedCollection = Awaited<ReturnType<typeof listed>>[number];

type CollectionFilter = { chatId?: number; search?: string };
const fits = ({ groupId, userId, chatId, search }: MemberKey & CollectionFilter) =>
  and(
    eq(collections.groupId, groupId),
    isCollectionReadable({ groupId, userId }),
    chatId === undefined
      ? undefined
      : inArray(
          collections.id,
          db()
            .select({ id: chatCollections.collectionId })
            .from(chatCollections)
            .where(eq(chatCollections.chatId, chatId)),
        ),
    search
      ? sql`fold(${collections.name}) like fold(${`%${search.replace(/[\\%_]/g, "\\$&")}%`})`
      : undefined,
  );

/** @param which `chatId`: a chat that the caller is authorized to read. */
export async function listCollections({
  limit,
  offset,
  ...which
}: MemberKey & CollectionFilter & { limit: number; offset: number }) {
  const [rows, total] = await Promise.all([
    listed(which)
      .where(fits(which))
      .orderBy(asc(sql`lower(${collections.name})`))
      .limit(limit)
      .offset(offset),
    db().select({ total: sql<number>`count(*)::int` }).from(collections).where(fits(which)),
  ]);
  return { rows, total: requireRow(total).total };
}

export async function findCollection({
  id,
  ...reader
}: MemberKey & { id: number }): Promise<ListedCollection | undefined> {
  const [row] = await listed(reader).where(and(fits(reader), eq(collections.id, id)));
  return row;
}

export async function lockCollection({
  id,
  ...reader
}: MemberKey & { id: number }): Promise<CollectionRow | undefined> {
  const [row] = await db()
    .select()
    .from(collections)
    .where(and(fits(reader), eq(collections.id, id)))
    .for("no key update");
  return row;
}

/** Returns the documents of a collection that its connectors have imported, with the members of archives. */
export async function listImportedDocuments({ id }: { id: number }): Promise<number[]> {
  const rows = await db().execute<{ id: number }>(sql`
    with recursive imported as (
      select document_id as id from connector_files join connectors on connectors.id = connector_files.connector_id
        where connectors.collection_id = ${id}::int and document_id is not null
      union select documents.id from documents join imported on documents.archive_id = imported.id
    ) select id from imported order by id`);
  return [...rows].map((row) => row.id);
}

export const listPrivate = ({ userId }: { userId: number }) =>
  db()
    .select({ id: collections.id, groupId: collections.groupId })
    .from(collections)
    .where(and(eq(collections.createdBy, userId), eq(collections.usableBy, "creator")));

export const listChats = ({ groupId, userId, id }: MemberKey & { id: number }) =>
  db()
    .select({ id: chats.id, uuid: chats.uuid, name: chats.name })
    .from(chatCollections)
    .innerJoin(chats, eq(chats.id, chatCollections.chatId))
    .innerJoin(
      chatMembers,
      and(eq(chatMembers.chatId, chats.id), eq(chatMembers.userId, userId), eq(chatMembers.groupId, groupId)),
    )
    .where(eq(chatCollections.collectionId, id))
    .orderBy(asc(sql`lower(${chats.name})`), asc(chats.id));

/** Returns all chats that a collection is attached to, including those that the caller can't read. */
export async function listChatIds({ id }: { id: number }): Promise<number[]> {
  const rows = await db()
    .select({ chatId: chatCollections.chatId })
    .from(chatCollections)
    .where(eq(chatCollections.collectionId, id));
  return rows.map(({ chatId }) => chatId);
}

export async function insertCollection(values: typeof collections.$inferInsert): Promise<CollectionRow> {
  return requireRow(await db().insert(collections).values(values).returning());
}

/** A collection that is shared with the group again later stays unpublished. */
export const deletePublications = ({ id }: { id: number }) =>
  db().delete(publicKnowledge).where(eq(publicKnowledge.collectionId, id));

export async function updateCollection({
  groupId,
  id,
  values,
}: GroupKey & { id: number; values: Partial<typeof collections.$inferInsert> }): Promise<boolean> {
  const rows = await db()
    .update(collections)
    // Drizzle rejects an update without values.
    .set({ ...values, groupId })
    .where(and(eq(collections.groupId, groupId), eq(collections.id, id)))
    .returning({ id: collections.id });
  return rows.length > 0;
}

export const deleteCollection = ({ groupId, id }: GroupKey & { id: number }) =>
  db()
    .delete(collections)
    .where(and(eq(collections.groupId, groupId), eq(collections.id, id)));

/** Adds library documents to a collection. Expects a transaction that has locked the collection. */
export async function insertDocuments({
  id,
  documentIds,
}: {
  id: number;
  documentIds: number[];
}): Promise<void> {
  if (documentIds.length === 0) return;
  await db()
    .insert(collectionDocuments)
    .values(documentIds.map((documentId) => ({ collectionId: id, documentId })))
    .onConflictDoNothing();
}

export async function findSame({
  id,
  sha256,
  ...reader
}: MemberKey & { id: number; sha256: string }): Promise<number | undefined> {
  const [row] = await db()
    .select({ id: documents.id })
    .from(collectionDocuments)
    .innerJoin(documents, eq(documents.id, collectionDocuments.documentId))
    .where(
      and(
        eq(collectionDocuments.collectionId, id),
        eq(documents.sha256, sha256),
        isLibraryDocumentReadable(reader),
      ),
    )
    .orderBy(asc(documents.id))
    .limit(1);
  return row?.id;
}

export async function deleteDocuments({
  id,
  documentIds,
}: {
  id: number;
  documentIds: number[];
}): Promise<boolean> {
  const rows = await db()
    .delete(collectionDocuments)
    .where(
      and(eq(collectionDocuments.collectionId, id), inArray(collectionDocuments.documentId, documentIds)),
    )
    .returning({ id: collectionDocuments.documentId });
  return rows.length > 0;
}

/** Returns the collections of a chat that the caller may read. Expects a chat that the caller is authorized to read. */
export const listAttachedCollections = ({ chatId, ...reader }: MemberKey & { chatId: number }) =>
  db()
    .select({ id: collections.id, name: collections.name })
    .from(chatCollections)
    .innerJoin(collections, eq(collections.id, chatCollections.collectionId))
    .where(and(eq(chatCollections.chatId, chatId), isCollectionReadable(reader)))
    .orderBy(asc(sql`lower(${collections.name})`));

export async function lockExisting({ ids, ...reader }: MemberKey & { ids: number[] }): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .select({ id: collections.id })
    .from(collections)
    .where(and(inArray(collections.id, ids), fits(reader)))
    .orderBy(asc(collections.id))
    .for("key share");
  return rows.map(({ id }) => id);
}

/** Attaches collections to a chat. Expects a transaction that has locked the chat and the collections. */
export async function attach({ chatId, ids }: { chatId: number; ids: number[] }): Promise<void> {
  if (ids.length === 0) return;
  await db()
    .insert(chatCollections)
    .values(ids.map((collectionId) => ({ chatId, collectionId })))
    .onConflictDoNothing();
}

/**
 * Detaches a collection from a chat and unpublishes it for the chat's visitors, so that attaching it again does not
 * publish it.
 */
export async function detach({ chatId, id }: { chatId: number; id: number }): Promise<void> {
  await db()
    .delete(chatCollections)
    .where(and(eq(chatCollections.chatId, chatId), eq(chatCollections.collectionId, id)));
  await db()
    .delete(publicKnowledge)
    .where(and(eq(publicKnowledge.chatId, chatId), eq(publicKnowledge.collectionId, id)));
}
