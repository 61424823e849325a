import { type SQL, sql } from "drizzle-orm";
import { type Audience, selectChatsReadBy } from "@/db/chat-readers";
import { selectLibraryDocuments, selectPublicCollections, selectPublicDocuments } from "./public";

export type SearchScope = {
  kind: "message" | "chat_document" | "library_document";
  /**
   * The readers of the results. Only chats that all of them may read are searched. If no group member is among them,
   * `chatIds` are searched without a check.
   */
  audience: Audience;
  /**
   * Restricts the search to these chats and the chats of the workspace. Without either, everything that the audience
   * may read is searched.
   */
  chatIds?: number[];
  workspaceId?: number;
  /** Restricts a search of the library to these collections. Without it, the whole library is searched. */
  collectionIds?: number[];
  /** Adds these documents to a search of the library's collections. */
  documentIds?: number[];
  /** The public chat that a visitor writes to. Of its content, only what is published to visitors is searched. */
  publicChatId?: number;
  /** Restricts the search to messages of one of these authors, or documents that the user added. */
  authors?: { userId?: number; assistantId?: number };
  /** Restricts a search of messages to those with files. */
  hasFile?: boolean;
  /** Restricts the search to messages and documents that were created in this period, without its end. */
  after?: Date;
  before?: Date;
  /** Restricts the search to these messages, to which the filters have been applied already (`filtered.ts`). */
  messageIds?: number[];
  /** Excludes this chat's messages with an id of at least `from`. */
  except?: { chatId: number; from: number };
};

type Table = "passages" | "passage_vectors";
const list = (ids: number[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::int)`;

// Temporary chats are searched only by their own replies, which list them in `chatIds`.
const isLasting = sql`mine.place <> 'temp'`;

/**
 * Returns the condition for chunks of a scope, or for their vectors, which duplicate the columns of the permission
 * checks. Its form allows an index scan over vectors: `offset 0` materializes the list of chats once, and conditions on
 * other tables are subqueries per row instead of joins.
 */
export function isWithinScope(scope: SearchScope, table: Table): SQL {
  const { kind, audience, chatIds, collectionIds, publicChatId, messageIds, except } = scope;
  const { groupId } = audience;
  const of = sql.raw(table);
  const all = [sql`${of}.kind = ${sql.raw(`'${kind}'`)}`];
  if (kind === "library_document") {
    all.push(sql`${of}.group_id = ${groupId}::uuid`, sql`${of}.chat_id is null`);
    if (collectionIds) all.push(sql`${column("document_id", table)} in (${inLibrary(scope, collectionIds)})`);
    all.push(...matchesFilters(scope, table));
    return sql.join(all, sql` and `);
  }
  const readable = selectReadableChats(scope);
  all.push(
    readable
      ? sql`${of}.chat_id in (${readable})`
      : sql`${of}.group_id = ${groupId}::uuid and ${of}.chat_id in ${list(chatIds ?? [])}`,
  );
  if (publicChatId !== undefined) {
    const isChosen = sql`${column("document_id", table)} in (${selectPublicDocuments(publicChatId)} offset 0)`;
    all.push(sql`(${of}.chat_id <> ${publicChatId}::int or ${isChosen})`);
  }
  all.push(...(messageIds ? [isAmong(messageIds, table)] : matchesFilters(scope, table)));
  if (except) {
    all.push(
      sql`(${of}.chat_id <> ${except.chatId}::int or ${column("message_id", table)} < ${except.from}::bigint)`,
    );
  }
  return sql.join(all, sql` and `);
}

const column = (name: "message_id" | "document_id", table: Table) =>
  table === "passages"
    ? sql.raw(`passages.${name}`)
    : sql.raw(`(select p.${name} from passages p where p.id = passage_vectors.passage_id)`);

const inLibrary = ({ audience: { groupId }, documentIds = [], publicChatId }: SearchScope, ids: number[]) =>
  documentIds.length === 0
    ? inCollections(groupId, ids, publicChatId)
    : sql`select document_id from (${inCollections(groupId, ids, publicChatId)}) collected union
        select id from documents own where own.id in ${list(documentIds)} and own.group_id = ${groupId}::uuid and own.place = 'library'
        ${publicChatId === undefined ? sql`` : sql`and own.id in (${selectLibraryDocuments(publicChatId)})`}`;

const inCollections = (groupId: string, ids: number[], publicChatId: number | undefined) => sql`
  select document_id from collection_documents
  join collections on collections.id = collection_documents.collection_id
  where collections.group_id = ${groupId}::uuid and collections.id in ${list(ids)}
  ${publicChatId === undefined ? sql`` : sql`and collections.id in (${selectPublicCollections(publicChatId)})`} offset 0`;

/** Selects the chats of a scope that its whole audience may read; undefined if no group member is in the audience. */
export function selectReadableChats({ audience, chatIds, workspaceId }: SearchScope): SQL | undefined {
  const chosen = chatIds && sql`mine.chat_id in ${list(chatIds)}`;
  const inWorkspace =
    workspaceId !== undefined
      ? sql`(mine.chat_workspace_id = ${workspaceId}::int and ${isLasting})`
      : undefined;
  const places = [chosen, inWorkspace].filter((place) => place !== undefined);
  return selectChatsReadBy(audience, places.length > 0 ? sql.join(places, sql` or `) : isLasting);
}

/** Returns the conditions on `source`, the message or document of a chunk. */
export function listFilters({ kind, authors, hasFile, after, before }: SearchScope): SQL[] {
  const isMessage = kind === "message";
  return [
    authors && (isMessage ? isWrittenBy(authors) : sql`source.created_by = ${authors.userId ?? null}::int`),
    hasFile && isMessage
      ? sql`source.attachments is not null and jsonb_array_length(source.attachments) > 0`
      : undefined,
    after && sql`source.created_at >= ${after.toISOString()}::timestamptz`,
    before && sql`source.created_at < ${before.toISOString()}::timestamptz`,
  ].filter((condition) => condition !== undefined);
}

const isWrittenBy = ({ userId, assistantId }: NonNullable<SearchScope["authors"]>) => {
  const authors = [
    ...(userId === undefined ? [] : [sql`source.from_user_id = ${userId}::int`]),
    ...(assistantId === undefined ? [] : [sql`source.from_virtual_assistant_id = ${assistantId}::int`]),
  ];
  return sql`(${sql.join(authors, sql` or `)})`;
};

function matchesFilters(scope: SearchScope, table: Table): SQL[] {
  const filters = listFilters(scope);
  if (filters.length === 0) return [];
  const [sources, id] =
    scope.kind === "message"
      ? (["messages", "message_id"] as const)
      : (["documents", "document_id"] as const);
  return [
    sql`(select ${sql.join(filters, sql` and `)} from ${sql.raw(sources)} source where source.id = ${column(id, table)})`,
  ];
}

const isAmong = (messageIds: number[], table: Table) =>
  table === "passages"
    ? sql`passages.message_id in ${list(messageIds)}`
    : sql`passage_vectors.passage_id in (select p.id from passages p where p.message_id in ${list(messageIds)})`;
