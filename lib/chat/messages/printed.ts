import type { PrintedMessage } from "@/db/schema/messages";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { authorsOf } from "./authors";
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
  const authorOf = await authorsOf(rows);
  const messages = rows.map((row) => ({
    author: authorOf(row),
    author_id: row.message.fromUserId,
    text: row.message.text,
    created_at: row.message.createdAt.toISOString(),
    edited: row.message.isEdited,
    files: (row.message.attachments ?? []).map(({ file_name }) => file_name),
  }));
  return { messages, isWhole };
}
