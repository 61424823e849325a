import { createHash } from "node:crypto";
import type { PrintedMessage } from "@/db/schema/messages";
import type { SharedMessage } from "@/db/schema/shares";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { authorsOf } from "./authors";
import * as queries from "./queries";
import { endOfThread } from "./thread";

/** A chat with its newest messages, to be printed. @throws AppError not_found */
export async function printable(viewer: Viewer, reference: Reference) {
  const chat = await chats.get(viewer, reference);
  return { chat, ...(await printed(chat.id)) };
}

/**
 * The newest messages of a chat that the caller of this may read, in the order in which they are read, and whether
 * these are all. Of each what a document shows and nothing else: no ids, reasoning steps or what replies were made from.
 */
export async function printed(chatId: number): Promise<{ messages: PrintedMessage[]; isWhole: boolean }> {
  const { rows, isWhole } = await endOfThread(chatId);
  return { messages: await toPrintedMessages(rows), isWhole };
}

/** As `printed`, for a link: without copies of messages that their chat does not show any more. */
export async function printedForLink(chatId: number) {
  const { rows, isWhole } = await endOfThread(chatId);
  return { messages: await toPrintedMessages(await withOriginals(rows)), isWhole };
}

/** Which messages `printedForLink` shows now, so that a link can show them later, and whether these are all. */
export async function pickForLink(chatId: number): Promise<{ messages: SharedMessage[]; isWhole: boolean }> {
  const { rows, isWhole } = await endOfThread(chatId);
  const shown = await withOriginals(rows);
  return { messages: shown.map(({ message }) => ({ id: message.id, hash: hashOf(message.text) })), isWhole };
}

/** Those of picked messages that are what they were: what has been deleted, edited or set aside since is left out. */
export async function printedPicks(picked: SharedMessage[]): Promise<PrintedMessage[]> {
  const rows = await queries.messagesByIds({ ids: picked.map(({ id }) => id) });
  const byId = new Map(rows.map((row) => [row.message.id, row]));
  const unchanged = picked.flatMap(({ id, hash }) => {
    const row = byId.get(id);
    return row && hashOf(row.message.text) === hash ? [row] : [];
  });
  return toPrintedMessages(await withOriginals(unchanged));
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

async function withOriginals(rows: queries.ShownMessage[]): Promise<queries.ShownMessage[]> {
  const copies = rows.filter(({ message }) => message.copiedFrom !== null).map(({ message }) => message.id);
  if (copies.length === 0) return rows;
  const orphans = await queries.copiesWithoutOriginal({ ids: copies });
  return rows.filter(({ message }) => !orphans.has(message.id));
}

async function toPrintedMessages(rows: queries.ShownMessage[]): Promise<PrintedMessage[]> {
  const authorOf = await authorsOf(rows);
  return rows.map((row) => ({
    author: authorOf(row),
    text: row.message.text,
    created_at: row.message.createdAt.toISOString(),
    edited: row.message.isEdited,
    files: (row.message.attachments ?? []).map(({ file_name }) => file_name),
  }));
}
