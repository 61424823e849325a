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
  authors?: { userId?: number; assistantId?: number };
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
  const { kind, audience, chatIds, workspaceId, collectionIds, publicChatId, authors, except } = scope;
  const { groupId } = audience;
  const of = sql.raw(table);
  const all = [sql`${of}.kind = ${sql.raw(`'${kind}'`)}`];
  if (kind === "library_document") {
    all.push(sql`${of}.group_id = ${groupId}::uuid`, sql`${of}.chat_id is null`);
    if (collectionIds) all.push(sql`${column("document_id", table)} in (${inLibrary(scope, collectionIds)})`);
    return sql.join(all, sql` and `);
  }
  const chosen = chatIds && sql`mine.chat_id in ${list(chatIds)}`;
  const inWorkspace =
    workspaceId !== undefined
      ? sql`(mine.chat_workspace_id = ${workspaceId}::int and ${isLasting})`
      : undefined;
  const places = [chosen, inWorkspace].filter((place) => place !== undefined);
  const readable = selectChatsReadBy(audience, places.length > 0 ? sql.join(places, sql` or `) : isLasting);
  all.push(
    readable
      ? sql`${of}.chat_id in (${readable})`
      : sql`${of}.group_id = ${groupId}::uuid and ${of}.chat_id in ${list(chatIds ?? [])}`,
  );
  if (publicChatId !== undefined) {
    const isChosen = sql`${column("document_id", table)} in (${selectPublicDocuments(publicChatId)} offset 0)`;
    all.push(sql`(${of}.chat_id <> ${publicChatId}::int or ${isChosen})`);
  }
  if (authors) all.push(sql`${writtenBy(authors, table)}`);
  if (except) {
    all.push(
      sql`(${of}.chat_id <> ${except.chatId}::int or ${column("message_id", table)} < ${except.from}::int)`,
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

const writtenBy = ({ userId, assistantId }: NonNullable<SearchScope["authors"]>, table: Table) =>
  sql`(select m.from_user_id = ${userId ?? null}::int or m.from_virtual_assistant_id = ${assistantId ?? null}::int
    from messages m where m.id = ${column("message_id", table)})`;
