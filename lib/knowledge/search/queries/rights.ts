import { type SQL, sql } from "drizzle-orm";
import { type Audience, chatsReadBy } from "@/db/audience";
import { chosenCollections, chosenDocuments, chosenOfLibrary } from "./public";

/** What is searched, and by whose rights: passages outside of it are not looked at. */
export type SearchScope = {
  kind: "message" | "chat_document" | "library_document";
  /** Whose chats are searched: those that all of it read. Where nobody of the group asks, `chatIds` as they are. */
  audience: Audience;
  /** Only these chats, and those in this workspace. Without either: all that the audience reads. */
  chatIds?: number[];
  workspaceId?: number;
  /** Of the library: what is in these collections. Absent: all of it. */
  collectionIds?: number[];
  /** Of the library: these documents, besides what is in collections. */
  documentIds?: number[];
  /** The public chat that a visitor writes to: of what is in it, only what is chosen for visitors. */
  publicChatId?: number;
  /** Of messages: written by one of these. */
  authors?: { userId?: number; assistantId?: number };
  /** Of messages: none of this chat from this one on. */
  except?: { chatId: number; from: number };
};

type Table = "passages" | "passage_vectors";
const list = (ids: number[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::int)`;

/** A temporary chat is searched only where it is named: by its own replies. */
const isLasting = sql`mine.place <> 'temp'`;

/**
 * A scope as a condition on passages, or on their vectors, which repeat what
 * rights go by. Written so that an index of vectors can be walked with it:
 * `offset 0` keeps the chats a list that is made once, and what stands in other
 * tables is asked row by row instead of being joined.
 */
export function within(scope: SearchScope, table: Table): SQL {
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
  const readable = chatsReadBy(audience, places.length > 0 ? sql.join(places, sql` or `) : isLasting);
  all.push(
    readable
      ? sql`${of}.chat_id in (${readable})`
      : sql`${of}.group_id = ${groupId}::uuid and ${of}.chat_id in ${list(chatIds ?? [])}`,
  );
  if (publicChatId !== undefined) {
    const isChosen = sql`${column("document_id", table)} in (${chosenDocuments(publicChatId)} offset 0)`;
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

/** The documents of these collections, and those that are named themselves. */
const inLibrary = ({ audience: { groupId }, documentIds = [], publicChatId }: SearchScope, ids: number[]) =>
  documentIds.length === 0
    ? inCollections(groupId, ids, publicChatId)
    : sql`select document_id from (${inCollections(groupId, ids, publicChatId)}) collected union
        select id from documents own where own.id in ${list(documentIds)} and own.group_id = ${groupId}::uuid and own.place = 'library'
        ${publicChatId === undefined ? sql`` : sql`and own.id in (${chosenOfLibrary(publicChatId)})`}`;

const inCollections = (groupId: string, ids: number[], publicChatId: number | undefined) => sql`
  select document_id from collection_documents
  join collections on collections.id = collection_documents.collection_id
  where collections.group_id = ${groupId}::uuid and collections.id in ${list(ids)}
  ${publicChatId === undefined ? sql`` : sql`and collections.id in (${chosenCollections(publicChatId)})`} offset 0`;

const writtenBy = ({ userId, assistantId }: NonNullable<SearchScope["authors"]>, table: Table) =>
  sql`(select m.from_user_id = ${userId ?? null}::int or m.from_virtual_assistant_id = ${assistantId ?? null}::int
    from messages m where m.id = ${column("message_id", table)})`;
