import { type SQL, sql } from "drizzle-orm";

/** What is searched, and by whose rights: passages outside of it are not looked at. */
export type Scope = {
  kind: "message" | "chat_document" | "library_document";
  groupId: string;
  /**
   * Whose chats are searched. Null where the right comes from elsewhere: then
   * `chatIds` are what somebody has been shown to be allowed to read.
   */
  memberId: number | null;
  /** Only these chats, and a member's in this workspace. Without either: all of a member's. */
  chatIds?: number[];
  workspaceId?: number;
  /** Of the library: what is in these collections. Absent: all of it. */
  collectionIds?: number[];
  /** Of messages: written by one of these. */
  authors?: { userId?: number; assistantId?: number };
  /** Of messages: none of this chat from this one on. */
  except?: { chatId: number; from: number };
};

type Table = "passages" | "passage_vectors";
const list = (ids: number[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::int)`;

/**
 * A scope as a condition on passages, or on their vectors, which repeat what
 * rights go by. Written so that an index of vectors can be walked with it:
 * `offset 0` keeps the chats a list that is made once, and what stands in other
 * tables is asked row by row instead of being joined.
 */
export function within(scope: Scope, table: Table): SQL {
  const { kind, groupId, memberId, chatIds, workspaceId, collectionIds, authors, except } = scope;
  const of = sql.raw(table);
  const all = [sql`${of}.kind = ${sql.raw(`'${kind}'`)}`];
  if (kind === "library_document") {
    all.push(sql`${of}.group_id = ${groupId}::uuid`, sql`${of}.chat_id is null`);
    if (collectionIds)
      all.push(sql`${column("document_id", table)} in (${inCollections(groupId, collectionIds)})`);
    return sql.join(all, sql` and `);
  }
  const chosen = chatIds && sql`chat_id in ${list(chatIds)}`;
  const inWorkspace = workspaceId !== undefined ? sql`chat_workspace_id = ${workspaceId}::int` : undefined;
  const places = [chosen, inWorkspace].filter((place) => place !== undefined);
  all.push(
    memberId === null
      ? sql`${of}.group_id = ${groupId}::uuid and ${of}.chat_id in ${list(chatIds ?? [])}`
      : sql`${of}.chat_id in (select chat_id from chat_members
          where user_id = ${memberId}::int and group_id = ${groupId}::uuid
          ${places.length > 0 ? sql`and (${sql.join(places, sql` or `)})` : sql``} offset 0)`,
  );
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

const inCollections = (groupId: string, ids: number[]) => sql`select document_id from collection_documents
  join collections on collections.id = collection_documents.collection_id
  where collections.group_id = ${groupId}::uuid and collections.id in ${list(ids)} offset 0`;

const writtenBy = ({ userId, assistantId }: NonNullable<Scope["authors"]>, table: Table) =>
  sql`(select m.from_user_id = ${userId ?? null}::int or m.from_virtual_assistant_id = ${assistantId ?? null}::int
    from messages m where m.id = ${column("message_id", table)})`;
