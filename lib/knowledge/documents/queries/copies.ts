import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { ChatKey } from "@/db/key-types";
import { documents, taskDocuments } from "@/db/schema/documents";

type Copying = {
  groupId: string;
  toChatId: number | null;
  /** The place of copies that belong to no chat. */
  place?: "library" | "task";
  audience?: Pick<typeof documents.$inferInsert, "usableBy" | "userIds">;
  createdBy: number;
};

/**
 * Copies documents by inserting new rows for the same bytes. Locks the originals until the transaction ends, so that a
 * concurrent deletion waits and then sees that the bytes are still in use, and no processing attempt finishes
 * meanwhile. Copies of documents that are still being processed start from the beginning.
 */
export async function copyDocuments({
  groupId,
  toChatId,
  place = "task",
  audience = { usableBy: "group", userIds: [] },
  createdBy,
  ...from
}: Copying & ({ chatId: number } | { ids: number[] })): Promise<CopiedDocument[]> {
  if ("ids" in from && from.ids.length === 0) return [];
  const which = "ids" in from ? inArray(documents.id, from.ids) : eq(documents.chatId, from.chatId);
  const held = await db()
    .select()
    .from(documents)
    .where(and(eq(documents.groupId, groupId), which))
    .orderBy(documents.id)
    .for("share");
  if (held.length === 0) return [];
  const copies = held.map(({ id: _, uuid: __, createdAt: ___, ...document }) => ({
    ...document,
    ...(isOpen(document) && UNREAD),
    ...audience,
    chatWorkspaceId: null,
    archiveId: null,
    chatId: toChatId,
    place: toChatId === null ? place : ("chat" as const),
    createdBy,
  }));
  const made = await db()
    .insert(documents)
    .values(copies)
    .returning({ id: documents.id, uuid: documents.uuid, attempt: documents.attempt });
  await inArchives(new Map(held.map((row, at) => [row.id, { ...row, copyId: made[at]!.id }])));
  return made.map((copy, at) => {
    const { id: from, size, mimeType, status } = held[at]!;
    return { ...copy, groupId, size, mimeType, from, isUnread: isOpen({ status }) };
  });
}

const rowsOfChat = ({ chatId, groupId }: ChatKey) =>
  db()
    .select({ id: documents.id, archiveId: documents.archiveId })
    .from(documents)
    .where(and(eq(documents.chatId, chatId), eq(documents.groupId, groupId)))
    .orderBy(documents.id);

/**
 * Returns the ids of a chat's documents.
 * @param but Excluded documents, along with their members
 */
export async function listDocumentsOfChat({ but, ...chat }: ChatKey & { but: number[] }): Promise<number[]> {
  const rows = await rowsOfChat(chat);
  const left = new Set(but);
  for (const { id, archiveId } of rows) if (archiveId !== null && left.has(archiveId)) left.add(id);
  return rows.flatMap(({ id }) => (left.has(id) ? [] : [id]));
}

/** Returns the ids of the given documents and of their members; undefined when a document is not in the chat. */
export async function findChosenOfChat({
  ids,
  ...chat
}: ChatKey & { ids: number[] }): Promise<number[] | undefined> {
  const rows = await rowsOfChat(chat);
  const chosen = new Set(ids);
  for (const { id, archiveId } of rows) if (archiveId !== null && chosen.has(archiveId)) chosen.add(id);
  const ofChat = rows.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
  return ofChat.length === chosen.size ? ofChat : undefined;
}

/** `isUnread` is true when the original is still being processed. */
export type CopiedDocument = {
  id: number;
  uuid: string;
  attempt: number;
  groupId: string;
  size: number;
  mimeType: string;
  from: number;
  isUnread: boolean;
};
const UNREAD = {
  status: "queued" as const,
  step: null,
  progress: null,
  note: null,
  scans: null,
  queuedAt: undefined,
  attempt: 0,
  hasTranscript: false,
};
const isOpen = ({ status }: { status: string }) => status === "queued" || status === "processing";

async function inArchives(copied: Map<number, { archiveId: number | null; copyId: number }>): Promise<void> {
  for (const { archiveId, copyId } of copied.values()) {
    const archive = archiveId === null ? undefined : copied.get(archiveId);
    if (!archive) continue;
    await db().update(documents).set({ archiveId: archive.copyId }).where(eq(documents.id, copyId));
  }
}

/** Deletes the given documents that belong to neither a chat nor a task. Returns their storage keys. */
export async function deleteLoose({ ids }: { ids: number[] }): Promise<string[]> {
  if (ids.length === 0) return [];
  const gone = await db()
    .delete(documents)
    .where(
      and(
        inArray(documents.id, ids),
        isNull(documents.chatId),
        sql`not exists (select 1 from ${taskDocuments} where ${taskDocuments.documentId} = ${documents.id})`,
      ),
    )
    .returning({ key: documents.storageKey });
  return gone.map(({ key }) => key);
}
