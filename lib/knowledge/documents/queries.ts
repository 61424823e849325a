import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, like, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { isCollectionReadable, isLibraryDocumentReadable } from "@/db/readable-documents";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { chatMembers, chatWorkspaces } from "@/db/schema/chats";
import { collectionDocuments, collections, documents, documentTexts } from "@/db/schema/documents";

export type DocumentRow = typeof documents.$inferSelect;

const maker = { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl };

// Selects documents with the caller's role in their chat. Callers must add the filter `seen`.
const listed = ({ userId, groupId }: MemberKey) =>
  db()
    .select({
      ...getTableColumns(documents),
      maker,
      role: chatMembers.role,
      workspaceCreatorId: chatWorkspaces.createdBy,
    })
    .from(documents)
    .leftJoin(
      chatMembers,
      and(
        eq(chatMembers.chatId, documents.chatId),
        eq(chatMembers.userId, userId),
        eq(chatMembers.groupId, groupId),
      ),
    )
    .leftJoin(chatWorkspaces, eq(chatWorkspaces.id, documents.chatWorkspaceId))
    .leftJoin(users, eq(users.id, documents.createdBy))
    .$dynamic();
export type ListedDocument = Awaited<ReturnType<typeof listed>>[number];

const seen = (caller: MemberKey) =>
  and(
    eq(documents.groupId, caller.groupId),
    or(
      and(eq(documents.place, "library"), isLibraryDocumentReadable(caller)),
      and(eq(documents.place, "chat"), isNotNull(chatMembers.userId)),
    ),
  );

// Files of projects are documents of the library whose audience is the project.
const isInPlace = (place: "chat" | "library" | "workspace") =>
  place === "workspace"
    ? isNotNull(documents.chatWorkspaceId)
    : and(eq(documents.place, place), isNull(documents.chatWorkspaceId));

export type DocumentFilter = {
  chatId?: number;
  chatWorkspaceId?: number;
  place?: "chat" | "library" | "workspace";
  collectionId?: number;
  folder?: string;
  status?: DocumentRow["status"][];
  kind?: "image" | "audio" | "video";
  search?: string;
};

const fits = (
  caller: MemberKey,
  { chatId, chatWorkspaceId, place, collectionId, folder, status, kind, search }: DocumentFilter,
) =>
  and(
    chatId === undefined ? undefined : eq(documents.chatId, chatId),
    chatWorkspaceId === undefined ? undefined : eq(documents.chatWorkspaceId, chatWorkspaceId),
    place && isInPlace(place),
    collectionId === undefined
      ? undefined
      : inArray(
          documents.id,
          db()
            .select({ id: collectionDocuments.documentId })
            .from(collectionDocuments)
            .innerJoin(collections, eq(collections.id, collectionDocuments.collectionId))
            .where(and(eq(collections.id, collectionId), isCollectionReadable(caller))),
        ),
    folder === undefined ? undefined : eq(documents.folder, folder),
    status && inArray(documents.status, status),
    kind && like(documents.mimeType, `${kind}/%`),
    search
      ? sql`fold(${documents.fileName}) like fold(${`%${search.replace(/[\\%_]/g, "\\$&")}%`})`
      : undefined,
  );

type Window = { sort: "newest" | "name"; limit: number; offset: number };
export async function listDocuments({
  filter,
  sort,
  limit,
  offset,
  ...caller
}: MemberKey & Window & { filter: DocumentFilter }) {
  // Documents of a temporary chat are listed only when the query names the chat.
  const isLasting = sql`${chatMembers.place} is distinct from 'temp'`;
  const where = and(seen(caller), fits(caller, filter), filter.chatId === undefined ? isLasting : undefined);
  const order =
    sort === "name" ? [asc(sql`lower(${documents.fileName})`), asc(documents.id)] : [desc(documents.id)];
  const [rows, total] = await Promise.all([
    listed(caller)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db().select({ total: sql<number>`count(*)::int` }).from(listed(caller).where(where).as("found")),
  ]);
  return { rows, total: requireRow(total).total };
}

export async function findListed({
  id,
  ...caller
}: MemberKey & { id: number }): Promise<ListedDocument | undefined> {
  const [row] = await listed(caller).where(and(seen(caller), eq(documents.id, id)));
  return row;
}

export const listDocumentsByIds = ({ ids, ...caller }: MemberKey & { ids: number[] }) =>
  ids.length === 0
    ? Promise.resolve([])
    : listed(caller)
        .where(and(seen(caller), inArray(documents.id, ids)))
        .orderBy(asc(documents.id));

/**
 * Expects a chat that the caller is authorized to read. Without `chatId`, lists the folders of the library with documents
 * that the caller may read.
 */
export const listFolders = ({ chatId, ...caller }: MemberKey & { chatId: number | undefined }) =>
  db()
    .select({ folder: documents.folder, documents_count: sql<number>`count(*)::int` })
    .from(documents)
    .where(
      and(
        eq(documents.groupId, caller.groupId),
        chatId === undefined
          ? and(isInPlace("library"), isLibraryDocumentReadable(caller))
          : eq(documents.chatId, chatId),
      ),
    )
    .groupBy(documents.folder)
    .orderBy(asc(sql`lower(${documents.folder})`));

/** Expects a chat that the caller is authorized to read. */
export const listInFolder = ({ chatId, folder }: { chatId: number; folder: string }) =>
  db()
    .select()
    .from(documents)
    .where(and(eq(documents.chatId, chatId), eq(documents.folder, folder)))
    .orderBy(asc(documents.id));

export async function insertDocument(values: typeof documents.$inferInsert): Promise<DocumentRow> {
  return requireRow(await db().insert(documents).values(values).returning());
}

/** Updates a document that the caller is authorized to change. Returns false when it was deleted meanwhile. */
export async function updateDocument({
  groupId,
  id,
  values,
}: {
  groupId: string;
  id: number;
  values: Partial<typeof documents.$inferInsert>;
}): Promise<boolean> {
  const rows = await db()
    .update(documents)
    .set(values)
    .where(and(eq(documents.groupId, groupId), eq(documents.id, id)))
    .returning({ id: documents.id });
  return rows.length > 0;
}

/**
 * Cancels the processing of a document, so that the results of a running attempt are discarded. Returns false when it
 * is not being processed.
 */
export async function cancelReading({
  groupId,
  id,
  error,
}: {
  groupId: string;
  id: number;
  error: string;
}): Promise<boolean> {
  const rows = await db()
    .update(documents)
    .set({ status: "failed", error, step: null, progress: null, attempt: sql`${documents.attempt} + 1` })
    .where(
      and(
        eq(documents.groupId, groupId),
        eq(documents.id, id),
        inArray(documents.status, ["queued", "processing"]),
      ),
    )
    .returning({ id: documents.id });
  return rows.length > 0;
}

/** Returns the id of a document, followed by the ids of its members when it is an archive. */
export async function withMembers({ groupId, id }: { groupId: string; id: number }): Promise<number[]> {
  const rows = await db().execute<{ id: number }>(sql`
    with recursive inside as (
      select id from documents where group_id = ${groupId}::uuid and id = ${id}::int
      union select documents.id from documents join inside on documents.archive_id = inside.id
    ) select id from inside order by id`);
  return [...rows].map((row) => row.id);
}

/** Returns the storage keys of the deleted documents. */
export async function deleteDocuments({
  groupId,
  ids,
}: {
  groupId: string;
  ids: number[];
}): Promise<string[]> {
  const gone = await db()
    .delete(documents)
    .where(and(eq(documents.groupId, groupId), inArray(documents.id, ids)))
    .returning({ key: documents.storageKey });
  return gone.map(({ key }) => key);
}

/** Expects a document that the caller is authorized to read. */
export async function findText({ id }: { id: number }) {
  const [row] = await db()
    .select({ text: documentTexts.text, parts: documentTexts.parts })
    .from(documentTexts)
    .where(eq(documentTexts.documentId, id));
  return row;
}

export const listByIds = ({ ids }: { ids: number[] }) =>
  ids.length === 0 ? Promise.resolve([]) : db().select().from(documents).where(inArray(documents.id, ids));
