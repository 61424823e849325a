import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { ChatKey } from "@/db/key-types";
import { assistantKnowledge } from "@/db/schema/assistant-knowledge";
import { chats } from "@/db/schema/chats";
import { chatCollections, collectionDocuments, collections, documents } from "@/db/schema/documents";
import { publications, publicKnowledge } from "@/db/schema/public-chats";

export const listChosenDocuments = ({ chatId, groupId }: ChatKey) =>
  db()
    .select({ id: documents.id, file_name: documents.fileName, status: documents.status })
    .from(publicKnowledge)
    .innerJoin(documents, eq(documents.id, publicKnowledge.documentId))
    .where(
      and(
        eq(publicKnowledge.chatId, chatId),
        eq(documents.groupId, groupId),
        eq(documents.usableBy, "group"),
      ),
    )
    .orderBy(asc(sql`lower(${documents.fileName})`), asc(documents.id));

export const listChosenCollections = ({ chatId, groupId }: ChatKey) =>
  db()
    .select({
      id: collections.id,
      name: collections.name,
      documents_count: sql<number>`(select count(*)::int from ${collectionDocuments} held
        join ${documents} file on file.id = held.document_id and file.usable_by = 'group'
        where held.collection_id = ${collections.id})`,
    })
    .from(publicKnowledge)
    .innerJoin(collections, eq(collections.id, publicKnowledge.collectionId))
    .where(
      and(
        eq(publicKnowledge.chatId, chatId),
        eq(collections.groupId, groupId),
        eq(collections.usableBy, "group"),
      ),
    )
    .orderBy(asc(sql`lower(${collections.name})`));

export async function canOpenFiles({ chatId }: { chatId: number }): Promise<boolean> {
  const [row] = await db()
    .select({ opensFiles: publications.opensFiles })
    .from(publications)
    .where(eq(publications.chatId, chatId));
  return row?.opensFiles ?? false;
}

export const setOpensFiles = ({ chatId, opensFiles }: { chatId: number; opensFiles: boolean }) =>
  db()
    .insert(publications)
    .values({ chatId, opensFiles })
    .onConflictDoUpdate({ target: publications.chatId, set: { opensFiles } });

const selectAssistantKnowledge = (chatId: number, column: "document_id" | "collection_id") =>
  sql`select known.${sql.raw(column)} from ${assistantKnowledge} known
    join ${chats} desk on desk.virtual_assistant_id = known.virtual_assistant_id where desk.id = ${chatId}::int`;

/**
 * Filters documents to those of the chat or its assistant, locked until the transaction ends. Of the library, only what
 * the whole group reads can be published.
 */
export async function filterKnownDocuments({
  chatId,
  groupId,
  ids,
}: ChatKey & { ids: number[] }): Promise<number[]> {
  const rows = await db()
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        inArray(documents.id, ids),
        eq(documents.groupId, groupId),
        eq(documents.usableBy, "group"),
        or(
          eq(documents.chatId, chatId),
          sql`${documents.id} in (${selectAssistantKnowledge(chatId, "document_id")})`,
        ),
      ),
    )
    .for("share");
  return rows.map(({ id }) => id);
}

/**
 * Filters collections to those attached to the chat or of its assistant. Locks attached ones until the transaction
 * ends.
 */
export async function filterKnownCollections({
  chatId,
  groupId,
  ids,
}: ChatKey & { ids: number[] }): Promise<number[]> {
  const rows = await db()
    .select({ id: chatCollections.collectionId })
    .from(chatCollections)
    .innerJoin(collections, eq(collections.id, chatCollections.collectionId))
    .where(
      and(
        eq(chatCollections.chatId, chatId),
        inArray(chatCollections.collectionId, ids),
        eq(collections.usableBy, "group"),
      ),
    )
    .for("share", { of: chatCollections });
  const ofAssistant = await db()
    .select({ id: collections.id })
    .from(collections)
    .where(
      and(
        inArray(collections.id, ids),
        eq(collections.groupId, groupId),
        eq(collections.usableBy, "group"),
        sql`${collections.id} in (${selectAssistantKnowledge(chatId, "collection_id")})`,
      ),
    );
  return [...rows, ...ofAssistant].map(({ id }) => id);
}

export async function replace(
  chatId: number,
  { documentIds, collectionIds }: { documentIds: number[]; collectionIds: number[] },
): Promise<void> {
  const values = [
    ...documentIds.map((documentId) => ({ chatId, documentId })),
    ...collectionIds.map((collectionId) => ({ chatId, collectionId })),
  ];
  await db().delete(publicKnowledge).where(eq(publicKnowledge.chatId, chatId));
  if (values.length > 0) await db().insert(publicKnowledge).values(values);
}
