import * as chats from "@/lib/chat/chats/service";
import type { MessageRow } from "./queries";
import * as batches from "./queries/insert-many";

const PAGE = 200;

/**
 * Returns the position in reading order after which a branch is cut off. A reply belongs to the turn of its question,
 * even when other messages came in between.
 */
export const toPlace = ({
  id,
  chatId,
  userType,
  replyingToId,
  extra,
}: MessageRow): batches.ReadingPosition => ({
  chatId,
  id,
  turn: userType === "assistant" ? (replyingToId ?? id) : id,
  isCompared: extra?.comparison !== undefined,
});

export const listDocumentsBeyond = (place: batches.ReadingPosition) => batches.listDocumentsBeyond({ place });

export type CopiedIds = { documents: Map<number, number>; pages: Map<number, number> };

/**
 * Copies the messages up to a position into a new chat without members, keeping their times, inside the transaction
 * that creates it. Leaves out reactions. Copies only one of several compared replies: the one at the position, or else
 * the chosen one.
 * @returns the id of the newest copy; null when nothing was copied
 */
export async function copyUpTo(
  place: batches.ReadingPosition,
  toChatId: number,
  copied: CopiedIds,
): Promise<number | null> {
  const copies = new Map<number, number>();
  for (let after = 0; ; ) {
    const rows = await batches.listMessagesUpTo({ place, after, size: PAGE });
    if (rows.length === 0) break;
    after = rows.at(-1)!.id;
    const ids = await batches.reserveIds({ count: rows.length });
    rows.forEach(({ id }, at) => void copies.set(id, ids[at]!));
    await batches.insertMany(rows.map((row) => ({ ...toCopy(row, copies, copied), chatId: toChatId })));
  }
  await chats.refreshLastMessage(toChatId);
  return [...copies.values()].at(-1) ?? null;
}

function toCopy(row: MessageRow, copies: Map<number, number>, { documents, pages }: CopiedIds): MessageRow {
  const attachments = row.attachments?.flatMap((file) => {
    const document_id = documents.get(file.document_id);
    return document_id === undefined ? [] : [{ ...file, document_id }];
  });
  const { comparison: _, ...extra } = row.extra ?? {};
  return {
    ...row,
    isNoted: true,
    id: copies.get(row.id)!,
    replyingToId: row.replyingToId === null ? null : (copies.get(row.replyingToId) ?? null),
    versionOf: null,
    copiedFrom: row.copiedFrom ?? row.id,
    attachments: attachments ?? null,
    reasoningSteps: row.reasoningSteps.map(({ canvas_page_id: page, ...step }) => {
      const copy = page === undefined ? undefined : pages.get(page);
      return copy === undefined ? step : { ...step, canvas_page_id: copy };
    }),
    extra: row.extra && remapCitations(extra, copies, documents),
    isIndexed: false,
    processedAt: row.processedAt ?? row.createdAt,
  };
}

type Citation = { document_id?: number; message_id?: number };

function remapCitations(
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
