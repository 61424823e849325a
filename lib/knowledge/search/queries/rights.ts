import { type SQL, sql } from "drizzle-orm";
import { type Audience, selectChatsReadBy } from "@/db/chat-readers";
import { isCollectionReadable, selectRestrictedDocuments } from "@/db/readable-documents";
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
  /** Adds the files of this workspace to a search of the library's collections. */
  filesOfWorkspaceId?: number;
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

const listBigints = (ids: number[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint)`;

// Temporary chats are searched only by their own replies, which list them in `chatIds`.
const isLasting = sql`mine.place <> 'temp'`;

/**
 * Returns the condition for chunks of a scope, or for their vectors, which duplicate the columns of the permission
 * checks. Its form allows an index scan over vectors: `offset 0` materializes the list of chats once, and conditions on
 * other tables are subqueries per row instead of joins.
 */
export function isWithinScope(scope: SearchScope, table: Table): SQL {
  const { kind, audience, chatIds, publicChatId, messageIds, except } = scope;
  const { groupId } = audience;
  const of = sql.raw(table);
  if (kind === "library_document")
    return sql`(${isInLibrary(scope, table, false)} or ${isInLibrary(scope, table, true)})`;
  const all = [sql`${of}.kind = ${sql.raw(`'${kind}'`)}`];
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

/**
 * Returns the condition for chunks of the library that the whole group may read, or for the others that the audience
 * may read (`isRestricted`). An index of vectors has only one of these kinds.
 */
export function isInLibrary(scope: SearchScope, table: Table, isRestricted: boolean): SQL {
  const { audience, collectionIds } = scope;
  const of = sql.raw(table);
  const kind = sql.raw(isRestricted ? "'restricted_document'" : "'library_document'");
  const all = [
    sql`${of}.kind = ${kind}`,
    sql`${of}.group_id = ${audience.groupId}::uuid`,
    sql`${of}.chat_id is null`,
  ];
  if (isRestricted) {
    const readable = selectRestrictedDocuments(audience);
    all.push(
      table === "passages"
        ? sql`passages.document_id in (${readable})`
        : sql`${column("document_id", table)} in (select id from (${readable}) readable offset 0)`,
    );
  }
  if (collectionIds) all.push(sql`${column("document_id", table)} in (${inLibrary(scope, collectionIds)})`);
  all.push(...matchesFilters(scope, table));
  return sql.join(all, sql` and `);
}

/**
 * Returns the condition for vectors of restricted chunks that the audience may read. Unlike `isInLibrary`, it lists the
 * chunks of readable documents instead of checking each vector, since most vectors are other people's.
 */
export const isAmongRestricted = (scope: SearchScope): SQL =>
  sql`passage_vectors.kind = 'restricted_document' and passage_vectors.passage_id in (
    select passages.id from passages where ${isInLibrary(scope, "passages", true)})`;

const column = (name: "message_id" | "document_id", table: Table) =>
  table === "passages"
    ? sql.raw(`passages.${name}`)
    : sql.raw(`(select p.${name} from passages p where p.id = passage_vectors.passage_id)`);

function inLibrary(scope: SearchScope, ids: number[]): SQL {
  const { audience, documentIds = [], filesOfWorkspaceId, publicChatId } = scope;
  if (documentIds.length === 0 && filesOfWorkspaceId === undefined) return inCollections(scope, ids);
  const isPublished =
    publicChatId === undefined ? sql`` : sql`and own.id in (${selectLibraryDocuments(publicChatId)})`;
  const isFile =
    filesOfWorkspaceId === undefined ? sql`` : sql`or own.chat_workspace_id = ${filesOfWorkspaceId}::int`;
  return sql`select document_id from (${inCollections(scope, ids)}) collected union
    select id from documents own where (own.id in ${list(documentIds)} ${isFile})
      and own.group_id = ${audience.groupId}::uuid and own.place = 'library' ${isPublished}`;
}

const inCollections = ({ audience, publicChatId }: SearchScope, ids: number[]) => sql`
  select document_id from collection_documents
  join collections on collections.id = collection_documents.collection_id
  where collections.group_id = ${audience.groupId}::uuid and collections.id in ${list(ids)}
    and ${isCollectionReadable(audience)}
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
    ? sql`passages.message_id in ${listBigints(messageIds)}`
    : sql`passage_vectors.passage_id in (select p.id from passages p where p.message_id in ${listBigints(messageIds)})`;
