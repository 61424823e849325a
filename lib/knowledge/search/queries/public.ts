import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";

/**
 * What visitors' answers may draw on of a public chat: what was chosen for them, as long as it belongs to the
 * chat, the chat is public, and its documents are switched on. Asked by each query at its own time.
 */
const chosen = (
  publicChatId: number,
  join: SQL,
  value: SQL,
) => sql`select ${value} from public_knowledge chosen
  join chats desk on desk.id = chosen.chat_id and desk.is_public
    and desk.documents_and_collections_enabled and desk.search_in_documents
  ${join} where chosen.chat_id = ${publicChatId}::int`;

/** That something of the library is chosen and still is what the chat's assistant knows. */
const isKnown = (column: "document_id" | "collection_id") => sql`exists (select from assistant_knowledge known
    where known.virtual_assistant_id = desk.virtual_assistant_id
      and known.${sql.raw(column)} = chosen.${sql.raw(column)})`;

/** Attached to the chat, or known to its assistant. */
const attached = sql`join collections shelf on shelf.id = chosen.collection_id and shelf.group_id = desk.group_id
    and (exists (select from chat_collections attached
        where attached.chat_id = chosen.chat_id and attached.collection_id = chosen.collection_id)
      or ${isKnown("collection_id")})`;

/** The ids of the documents of the library that a public chat's assistant knows and visitors' answers may draw on. */
export const chosenOfLibrary = (publicChatId: number): SQL =>
  chosen(
    publicChatId,
    sql`join documents file on file.id = chosen.document_id and file.group_id = desk.group_id
      and file.place = 'library' and ${isKnown("document_id")}`,
    sql`file.id`,
  );

/** The ids of the documents of a public chat that its visitors' answers may draw on. */
export const chosenDocuments = (publicChatId: number): SQL =>
  chosen(
    publicChatId,
    sql`join documents file on file.id = chosen.document_id and file.chat_id = chosen.chat_id and file.place = 'chat'`,
    sql`file.id`,
  );

/** The ids of the collections of a public chat, or of its assistant, that its visitors' answers may draw on. */
export const chosenCollections = (publicChatId: number): SQL => chosen(publicChatId, attached, sql`shelf.id`);

const collectedDocuments = (publicChatId: number) =>
  chosen(
    publicChatId,
    sql`${attached} join collection_documents held on held.collection_id = shelf.id
      join documents file on file.id = held.document_id and file.group_id = desk.group_id and file.place = 'library'`,
    sql`file.id`,
  );

/** A place in a document that a reply to a visitor has cited, in UTF-16 units. */
export type Cited = { documentId: number; start: number; length: number };
/** Where a visitor may read: their conversation, and what is chosen for the visitors of the public chat. */
type ForVisitor = { groupId: string; conversationId: number; publicChatId: number };

/** The passage at a place, where visitors still may read it and its document still has it. */
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
        or source.id in (${chosenDocuments(publicChatId)}) or source.id in (${collectedDocuments(publicChatId)})
        or source.id in (${chosenOfLibrary(publicChatId)}))
    order by passages.ordinal limit 1`);
  return row;
}
