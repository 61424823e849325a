import * as chats from "@/lib/chat/chats/service";
import type { MessageRow } from "./queries";
import * as batches from "./queries/batches";

const PAGE = 200;

/** Where a chat is read up to, with a message as the last one: what was said while a reply was written comes after it. */
export const placeOf = ({ id, chatId, userType, replyingToId, extra }: MessageRow): batches.Place => ({
  chatId,
  id,
  turn: userType === "assistant" ? (replyingToId ?? id) : id,
  isCompared: extra?.comparison !== undefined,
});

/** The documents that are attached only to messages after a place. */
export const documentsBeyond = (place: batches.Place) => batches.documentsBeyond({ place });

/**
 * Copies the messages of a chat up to a place into a new chat that nobody is in yet, with their times; called in the
 * transaction that makes it. Reactions stay behind, and of replies side by side all but one, which is chosen there.
 * @param documents The copies of the chat's documents, by what they are copies of
 * @returns the id of the newest copy; null of none
 */
export async function copyUpTo(
  place: batches.Place,
  toChatId: number,
  documents: Map<number, number>,
): Promise<number | null> {
  const copies = new Map<number, number>();
  await batches.noteNone({ chatId: toChatId });
  for (let after = 0; ; ) {
    const rows = await batches.messagesUpTo({ place, after, size: PAGE });
    if (rows.length === 0) break;
    after = rows.at(-1)!.id;
    const ids = await batches.reserveIds({ count: rows.length });
    rows.forEach(({ id }, at) => void copies.set(id, ids[at]!));
    await batches.insertMany(rows.map((row) => ({ ...copyOf(row, copies, documents), chatId: toChatId })));
  }
  await chats.refreshLastMessage(toChatId);
  return [...copies.values()].at(-1) ?? null;
}

function copyOf(row: MessageRow, copies: Map<number, number>, documents: Map<number, number>): MessageRow {
  const attachments = row.attachments?.flatMap((file) => {
    const document_id = documents.get(file.document_id);
    return document_id === undefined ? [] : [{ ...file, document_id }];
  });
  const { comparison: _, ...extra } = row.extra ?? {};
  return {
    ...row,
    id: copies.get(row.id)!,
    replyingToId: row.replyingToId === null ? null : (copies.get(row.replyingToId) ?? null),
    versionOf: null,
    attachments: attachments ?? null,
    extra: row.extra && withCitationsOf(extra, copies, documents),
    isIndexed: false,
    processedAt: row.processedAt ?? row.createdAt,
  };
}

type Citation = { document_id?: number; message_id?: number };

/** Citations of what was copied name the copy; those of the library stay as they are. */
function withCitationsOf(
  extra: Record<string, unknown>,
  copies: Map<number, number>,
  documents: Map<number, number>,
): Record<string, unknown> {
  if (!Array.isArray(extra.citations)) return extra;
  const citations = (extra.citations as Citation[]).map((citation) => {
    const document = documents.get(citation.document_id ?? 0);
    const message = copies.get(citation.message_id ?? 0);
    return {
      ...citation,
      ...(document && { document_id: document }),
      ...(message && { message_id: message }),
    };
  });
  return { ...extra, citations };
}
