import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";

// Selects the content of a public chat that replies to visitors may use. The content must be selected for visitors and
// belong to the chat, the chat must be public, and its documents must be enabled. Of the library, it must be what the
// whole group reads. These conditions are checked by each query.
const selectPublicContent = (
  publicChatId: number,
  join: SQL,
  value: SQL,
) => sql`select ${value} from public_knowledge chosen
  join chats desk on desk.id = chosen.chat_id and desk.is_public
    and desk.documents_and_collections_enabled and desk.search_in_documents
  ${join} where chosen.chat_id = ${publicChatId}::int`;

// Matches library content that is still part of the assistant's knowledge.
const isKnown = (column: "document_id" | "collection_id") => sql`exists (select from assistant_knowledge known
    where known.virtual_assistant_id = desk.virtual_assistant_id
      and known.${sql.raw(column)} = chosen.${sql.raw(column)})`;

const attached = sql`join collections shelf on shelf.id = chosen.collection_id and shelf.group_id = desk.group_id
    and shelf.usable_by = 'group' and (exists (select from chat_collections attached
        where attached.chat_id = chosen.chat_id and attached.collection_id = chosen.collection_id)
      or ${isKnown("collection_id")})`;

/** Selects library documents in the assistant's knowledge. */
export const selectLibraryDocuments = (publicChatId: number): SQL =>
  selectPublicContent(
    publicChatId,
    sql`join documents file on file.id = chosen.document_id and file.group_id = desk.group_id
      and file.place = 'library' and file.usable_by = 'group' and ${isKnown("document_id")}`,
    sql`file.id`,
  );

export const selectPublicDocuments = (publicChatId: number): SQL =>
  selectPublicContent(
    publicChatId,
    sql`join documents file on file.id = chosen.document_id and file.chat_id = chosen.chat_id and file.place = 'chat'`,
    sql`file.id`,
  );

export const selectPublicCollections = (publicChatId: number): SQL =>
  selectPublicContent(publicChatId, attached, sql`shelf.id`);

const collectedDocuments = (publicChatId: number) =>
  selectPublicContent(
    publicChatId,
    sql`${attached} join collection_documents held on held.collection_id = shelf.id
      join documents file on file.id = held.document_id and file.group_id = desk.group_id
        and file.place = 'library' and file.usable_by = 'group'`,
    sql`file.id`,
  );

/** Offsets are in UTF-16 code units. */
export type Cited = { documentId: number; start: number; length: number };
type ForVisitor = { groupId: string; conversationId: number; publicChatId: number };

export async function findPublicPassage({
  cited: { documentId, start, length },
  visitor: { groupId, conversationId, publicChatId },
}: {
  cited: Cited;
  visitor: ForVisitor;
}) {
  const [row] = await db().execute<{ title: string; page: number | null; text: string; is_own: boolean }>(sql`
    select source.file_name as title, passages.page, passages.text,
      coalesce(source.chat_id = ${conversationId}::int, false) as is_own
    from passages join documents source on source.id = passages.document_id
    where passages.document_id = ${documentId}::int and passages.start = ${start}::int
      and passages.length = ${length}::int and source.group_id = ${groupId}::uuid
      and (source.chat_id = ${conversationId}::int
        or source.id in (${selectPublicDocuments(publicChatId)}) or source.id in (${collectedDocuments(publicChatId)})
        or source.id in (${selectLibraryDocuments(publicChatId)}))
    order by passages.ordinal limit 1`);
  return row;
}
