import { createHash } from "node:crypto";
import type { PrintedMessage } from "@/db/schema/messages";
import type { SharedMessage } from "@/db/schema/shares";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { loadAuthors } from "./authors";
import * as queries from "./queries";
import { readThreadEnd, streamMessagesInOrder } from "./thread-end";

/**
 * Returns a chat with its newest messages in reading order for printing, and whether these are all of its messages.
 * Includes only what a printed document shows: no ids, reasoning steps or context.
 * @throws AppError not_found
 */
export async function loadPrintableChat(viewer: Viewer, reference: Reference) {
  const chat = await chats.get(viewer, reference);
  const { pages, isWhole } = await readThreadEnd(chat.id);
  return { chat, messages: await gather(pages, toPrintedMessages), isWhole };
}

export async function loadPrintedForLink(chatId: number) {
  const { pages, isWhole } = await readThreadEnd(chatId);
  return {
    messages: await gather(pages, async (rows) => toPrintedMessages(await withOriginals(rows))),
    isWhole,
  };
}

/** Selects the messages of a snapshot link by id and hash, and returns whether these are all of the chat's messages. */
export async function pickForLink(chatId: number): Promise<{ messages: SharedMessage[]; isWhole: boolean }> {
  const { pages, isWhole } = await readThreadEnd(chatId);
  const pick = async (rows: queries.ShownMessage[]) =>
    (await withOriginals(rows)).map(({ message }) => ({ id: message.id, hash: hashText(message.text) }));
  return { messages: await gather(pages, pick), isWhole };
}

export function toPrintedPicks(picked: SharedMessage[]): Promise<PrintedMessage[]> {
  const hashes = new Map(picked.map(({ id, hash }) => [id, hash]));
  const isUnchanged = ({ message }: queries.ShownMessage) =>
    hashes.get(message.id) === hashText(message.text);
  return gather(streamMessagesInOrder([...hashes.keys()]), async (rows) =>
    toPrintedMessages(await withOriginals(rows.filter(isUnchanged))),
  );
}

async function gather<T>(
  pages: AsyncIterable<queries.ShownMessage[]>,
  read: (rows: queries.ShownMessage[]) => Promise<T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for await (const rows of pages) all.push(...(await read(rows)));
  return all;
}

const hashText = (text: string) => createHash("sha256").update(text).digest("hex");

async function withOriginals(rows: queries.ShownMessage[]): Promise<queries.ShownMessage[]> {
  const copies = rows.filter(({ message }) => message.copiedFrom !== null).map(({ message }) => message.id);
  if (copies.length === 0) return rows;
  const orphans = await queries.listCopiesWithoutOriginal({ ids: copies });
  return rows.filter(({ message }) => !orphans.has(message.id));
}

async function toPrintedMessages(rows: queries.ShownMessage[]): Promise<PrintedMessage[]> {
  const getAuthor = await loadAuthors(rows);
  return rows.map((row) => ({
    author: getAuthor(row),
    text: row.message.text,
    created_at: row.message.createdAt.toISOString(),
    edited: row.message.isEdited,
    files: (row.message.attachments ?? []).map(({ file_name }) => file_name),
  }));
}
