import { and, asc, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { isCollectionReadable, isLibraryDocumentReadable } from "@/db/readable-documents";
import { assistantKnowledge } from "@/db/schema/assistant-knowledge";
import { assistantColleagues, assistantPeople, virtualAssistants } from "@/db/schema/assistants";
import { chatCollections, collections, documents } from "@/db/schema/documents";
import { publicKnowledge } from "@/db/schema/public-chats";

export type Knowledge = { documentIds: number[]; collectionIds: number[] };

/**
 * Filters documents to those of the library that the user may read, without files of projects, and locks them
 * (`for key share`) until the transaction ends.
 */
export async function filterLibraryDocuments({
  ids,
  ...reader
}: MemberKey & { ids: number[] }): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        inArray(documents.id, ids),
        eq(documents.groupId, reader.groupId),
        eq(documents.place, "library"),
        isNull(documents.chatWorkspaceId),
        isLibraryDocumentReadable(reader),
      ),
    )
    .for("key share");
  return rows.map(({ id }) => id);
}

export async function filterCollections({
  ids,
  ...reader
}: MemberKey & { ids: number[] }): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .select({ id: collections.id })
    .from(collections)
    .where(
      and(
        inArray(collections.id, ids),
        eq(collections.groupId, reader.groupId),
        isCollectionReadable(reader),
      ),
    )
    .for("key share");
  return rows.map(({ id }) => id);
}

export async function listColleagues({ id }: { id: number }): Promise<number[]> {
  const rows = await db()
    .select({ id: assistantColleagues.colleagueId })
    .from(assistantColleagues)
    .innerJoin(virtualAssistants, eq(virtualAssistants.id, assistantColleagues.colleagueId))
    .where(and(eq(assistantColleagues.virtualAssistantId, id), isNull(virtualAssistants.removedAt)))
    .orderBy(asc(assistantColleagues.colleagueId));
  return rows.map((row) => row.id);
}

export async function replaceColleagues(id: number, colleagueIds: number[]): Promise<void> {
  await db().delete(assistantColleagues).where(eq(assistantColleagues.virtualAssistantId, id));
  if (colleagueIds.length > 0)
    await db()
      .insert(assistantColleagues)
      .values(colleagueIds.map((colleagueId) => ({ virtualAssistantId: id, colleagueId })));
}

export const loadBelongings = async (of: { id: number }) => ({
  ...(await listKnowledge(of)),
  colleagueIds: await listColleagues(of),
});

export async function listKnowledge({ id }: { id: number }): Promise<Knowledge> {
  const rows = await db()
    .select({ documentId: assistantKnowledge.documentId, collectionId: assistantKnowledge.collectionId })
    .from(assistantKnowledge)
    .where(eq(assistantKnowledge.virtualAssistantId, id));
  const ids = (each: (number | null)[]) => each.flatMap((one) => one ?? []).sort((a, b) => a - b);
  return {
    documentIds: ids(rows.map(({ documentId }) => documentId)),
    collectionIds: ids(rows.map(({ collectionId }) => collectionId)),
  };
}

/**
 * Replaces the knowledge of an assistant. Its public chats no longer offer removed knowledge to visitors, even if that
 * knowledge is added to the assistant again.
 */
export async function replaceKnowledge(id: number, { documentIds, collectionIds }: Knowledge): Promise<void> {
  const gone = await db()
    .delete(assistantKnowledge)
    .where(
      and(
        eq(assistantKnowledge.virtualAssistantId, id),
        sql`(${notInArray(sql`coalesce(${assistantKnowledge.documentId}, 0)`, [0, ...documentIds])}
          or ${notInArray(sql`coalesce(${assistantKnowledge.collectionId}, 0)`, [0, ...collectionIds])})`,
      ),
    )
    .returning();
  const files = gone.flatMap(({ documentId }) => documentId ?? []);
  const shelves = gone.flatMap(({ collectionId }) => collectionId ?? []);
  const inItsChats = sql`${publicKnowledge.chatId} in (select chat.id from chats chat where chat.virtual_assistant_id = ${id}::int)`;
  if (files.length > 0)
    await db()
      .delete(publicKnowledge)
      .where(
        and(
          inArray(publicKnowledge.documentId, files),
          inItsChats,
          sql`not exists (select from ${documents} own where own.id = ${publicKnowledge.documentId} and own.chat_id = ${publicKnowledge.chatId})`,
        ),
      );
  if (shelves.length > 0)
    await db()
      .delete(publicKnowledge)
      .where(
        and(
          inArray(publicKnowledge.collectionId, shelves),
          inItsChats,
          sql`not exists (select from ${chatCollections} attached where attached.chat_id = ${publicKnowledge.chatId}
            and attached.collection_id = ${publicKnowledge.collectionId})`,
        ),
      );
  const values = [
    ...documentIds.map((documentId) => ({ virtualAssistantId: id, documentId })),
    ...collectionIds.map((collectionId) => ({ virtualAssistantId: id, collectionId })),
  ];
  if (values.length > 0) await db().insert(assistantKnowledge).values(values).onConflictDoNothing();
}

type PersonRight = { userId: number; canEdit: boolean };

export async function replacePeople(id: number, people: PersonRight[]): Promise<void> {
  await db().delete(assistantPeople).where(eq(assistantPeople.virtualAssistantId, id));
  if (people.length > 0)
    await db()
      .insert(assistantPeople)
      .values(people.map((person) => ({ virtualAssistantId: id, ...person })));
}
