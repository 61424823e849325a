import { and, type Column, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { type Audience, selectChatsReadBy } from "@/db/chat-readers";
import { db } from "@/db/client";
import { buildOnce } from "@/db/query-cache";
import { isCollectionReadable, isLibraryDocumentReadable } from "@/db/readable-documents";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chats } from "@/db/schema/chats";
import { chatCollections, collectionDocuments, collections, documents } from "@/db/schema/documents";
import { messages } from "@/db/schema/messages";
import { passages } from "@/db/schema/search";
import { selectPublicCollections, selectPublicDocuments } from "./public";

// The lines of a transcript that a chunk overlaps, in order; null for other chunks.
const lines = sql<{ start: number; seconds: number }[] | null>`case when documents.has_transcript then (
  select jsonb_agg(jsonb_build_object('start', line.start, 'seconds', line.seconds) order by line.start)
  from (
    select start, seconds, lead(start) over (order by start) as next
    from document_texts, jsonb_to_recordset(document_texts.parts) as part (start int, seconds float8)
    where document_texts.document_id = passages.document_id
  ) line
  where line.start < passages.start + passages.length and coalesce(line.next > passages.start, true)
    and line.seconds is not null
) end`;

/** Returns the messages or documents of chunks. Expects chunks from a search within the caller's permissions. */
export const listPassagesByIds = ({ ids }: { ids: number[] }) =>
  ids.length === 0
    ? Promise.resolve([])
    : db()
        .select({
          id: passages.id,
          messageId: passages.messageId,
          documentId: passages.documentId,
          page: passages.page,
          start: passages.start,
          length: passages.length,
          text: passages.text,
          fileName: documents.fileName,
          lines,
          message: { text: messages.text, createdAt: messages.createdAt, userType: messages.userType },
          author: sql<string | null>`coalesce(${users.fullName}, ${virtualAssistants.name})`,
          chat: { id: chats.id, uuid: chats.uuid, name: chats.name },
        })
        .from(passages)
        .leftJoin(documents, eq(documents.id, passages.documentId))
        .leftJoin(messages, eq(messages.id, passages.messageId))
        .leftJoin(chats, eq(chats.id, passages.chatId))
        .leftJoin(users, eq(users.id, messages.fromUserId))
        .leftJoin(virtualAssistants, eq(virtualAssistants.id, messages.fromVirtualAssistantId))
        .where(inArray(passages.id, ids));
export type PassageRow = Awaited<ReturnType<typeof listPassagesByIds>>[number];

export async function mapMessagesOfPassages({ ids }: { ids: number[] }): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ id: passages.id, messageId: passages.messageId })
    .from(passages)
    .where(inArray(passages.id, ids));
  return new Map(rows.flatMap(({ id, messageId }) => (messageId === null ? [] : [[id, messageId] as const])));
}

export type InChats = {
  chatIds: number[];
  audience: Audience;
  /**
   * The visitor's public chat, if it is among these chats. Of its content, only what is published to visitors is
   * included.
   */
  publicChatId?: number;
};

// Matches rows of these chats that the whole audience may read.
function isIn(chatId: Column, { chatIds, audience }: InChats): SQL | undefined {
  if (chatIds.length === 0) return sql`false`;
  const readable = selectChatsReadBy(audience, sql`mine.chat_id in ${chatIds}`);
  return and(inArray(chatId, chatIds), readable && sql`${chatId} in (${readable})`);
}

const isDocumentInChat = (chatId: Column, documentId: Column, of: InChats): SQL | undefined =>
  and(
    isIn(chatId, of),
    of.publicChatId === undefined
      ? undefined
      : or(ne(chatId, of.publicChatId), sql`${documentId} in (${selectPublicDocuments(of.publicChatId)})`),
  );

// For a visitor, only published collections match.
const isAttachedTo = (of: InChats): SQL | undefined =>
  of.publicChatId === undefined
    ? isIn(chatCollections.chatId, of)
    : and(
        isIn(chatCollections.chatId, of),
        eq(chatCollections.chatId, of.publicChatId),
        sql`${chatCollections.collectionId} in (${selectPublicCollections(of.publicChatId)})`,
      );

export async function filterReadable(of: InChats): Promise<number[]> {
  const rows = await db()
    .select({ id: chats.id })
    .from(chats)
    .where(and(eq(chats.groupId, of.audience.groupId), isIn(chats.id, of)));
  return rows.map(({ id }) => id);
}

export const listCollectionsOfChats = (of: InChats) =>
  db()
    .selectDistinct({ id: collections.id, name: collections.name })
    .from(chatCollections)
    .innerJoin(collections, eq(collections.id, chatCollections.collectionId))
    .where(
      and(isAttachedTo(of), eq(collections.groupId, of.audience.groupId), isCollectionReadable(of.audience)),
    )
    .orderBy(collections.id);
type AttachedCollection = Awaited<ReturnType<typeof listCollectionsOfChats>>[number];

/**
 * Returns true when these chats may have searchable content, without checking permissions. It runs for every message:
 * most chats have no content, and `selectContents` with its permission checks takes as long as the rest of the
 * message's statement.
 */
export const mayHaveContents = ({ chatIds, audience: { groupId } }: InChats) => sql<boolean>`(
  exists (select from ${documents} where chat_id in ${chatIds} and group_id = ${groupId}::uuid)
  or exists (select from ${chatCollections} where chat_id in ${chatIds}))`;

/**
 * The searchable content of chats: their collections, whether they have their own `documents`, and whether the
 * collections or documents contain `media` (videos or recordings).
 */
export type SearchableContents = { documents: boolean; media: boolean; collections: AttachedCollection[] };

// Selects the content of these chats that the whole audience may read, as one row. Each source is read through its own
// index.
function selectContents(places: InChats): SQL<SearchableContents> {
  const { groupId } = places.audience;
  const isMedia = sql`${documents.mimeType} ~ '^(audio|video)/'`;
  const searchable = db()
    .select({ id: passages.id })
    .from(passages)
    .where(
      and(
        eq(passages.groupId, groupId),
        isDocumentInChat(passages.chatId, passages.documentId, places),
        eq(passages.kind, "chat_document"),
      ),
    );
  const inChats = db()
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(eq(documents.groupId, groupId), isDocumentInChat(documents.chatId, documents.id, places), isMedia),
    );
  const collected = db()
    .select({ id: documents.id })
    .from(chatCollections)
    .innerJoin(collectionDocuments, eq(collectionDocuments.collectionId, chatCollections.collectionId))
    .innerJoin(documents, eq(documents.id, collectionDocuments.documentId))
    .where(and(isAttachedTo(places), eq(documents.groupId, groupId), isMedia));
  return sql`select exists ${searchable} as documents, exists ${inChats} or exists ${collected} as media,
    (select coalesce(json_agg(attached), '[]') from ${listCollectionsOfChats(places)} attached) as collections`;
}

const contentsIn = buildOnce<InChats, SearchableContents>(selectContents);
export const readContents = async (places: InChats): Promise<SearchableContents> =>
  requireRow(await contentsIn(places));

type Collected = { audience: Audience; collectionIds: number[] };
const inCollections = ({ audience, collectionIds }: Collected) =>
  db()
    .select({ id: collectionDocuments.documentId })
    .from(collectionDocuments)
    .innerJoin(collections, eq(collections.id, collectionDocuments.collectionId))
    .where(
      and(
        eq(collections.groupId, audience.groupId),
        inArray(collections.id, collectionIds),
        isCollectionReadable(audience),
      ),
    );

type LibraryPlaces = { libraryIds: number[]; filesOfWorkspaceId?: number };

export async function filterReadableDocuments({
  audience,
  ids,
}: {
  audience: Audience;
  ids: number[];
}): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.groupId, audience.groupId),
        eq(documents.place, "library"),
        inArray(documents.id, ids),
        isLibraryDocumentReadable(audience),
      ),
    );
  return rows.map(({ id }) => id);
}

/**
 * Returns true when the document is in one of the given chats that the whole audience may read, or when the audience
 * may read it and it is in one of the given collections, among the given library documents or a file of the workspace.
 */
export async function isDocumentIn({
  documentId,
  libraryIds,
  filesOfWorkspaceId,
  ...places
}: InChats & Collected & LibraryPlaces & { documentId: number }): Promise<boolean> {
  const { groupId } = places.audience;
  const collected = inCollections(places);
  const inChat = and(eq(documents.place, "chat"), isDocumentInChat(documents.chatId, documents.id, places));
  const inCollection = and(
    eq(documents.place, "library"),
    isLibraryDocumentReadable(places.audience),
    or(
      inArray(documents.id, collected),
      inArray(documents.id, libraryIds),
      filesOfWorkspaceId === undefined ? undefined : eq(documents.chatWorkspaceId, filesOfWorkspaceId),
    ),
  );
  const rows = await db()
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.id, documentId), eq(documents.groupId, groupId), or(inChat, inCollection)));
  return rows.length > 0;
}

/** Maps each document to the first of the collections that contain it. */
export async function mapCollections({
  documentIds,
  collectionIds,
}: {
  documentIds: number[];
  collectionIds: number[];
}): Promise<Map<number, number>> {
  if (documentIds.length === 0 || collectionIds.length === 0) return new Map();
  const rows = await db()
    .select({
      documentId: collectionDocuments.documentId,
      collectionId: sql<number>`min(${collectionDocuments.collectionId})::int`,
    })
    .from(collectionDocuments)
    .where(
      and(
        inArray(collectionDocuments.documentId, documentIds),
        inArray(collectionDocuments.collectionId, collectionIds),
      ),
    )
    .groupBy(collectionDocuments.documentId);
  return new Map(rows.map(({ documentId, collectionId }) => [documentId, collectionId]));
}
