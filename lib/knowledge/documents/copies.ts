import { uncountUnreferencedFiles } from "@/lib/chat/files/service";
import { library as webhooks } from "@/lib/chat/webhooks/service";
import { copyDocumentContents } from "@/lib/llm/indexing/service";
import { invalid } from "@/lib/platform/errors";
import type { Audience } from "./audience";
import { enqueue } from "./processing-queue";
import * as queries from "./queries/copies";

const copy = async (of: Parameters<typeof queries.copyDocuments>[0]): Promise<number[]> =>
  (await copied(of)).map(({ id }) => id);

// Copies documents with their chunks and vectors. Queues copies of documents that are still being processed.
async function copied(of: Parameters<typeof queries.copyDocuments>[0]) {
  const copies = await queries.copyDocuments(of);
  const read = copies.filter(({ isUnread }) => !isUnread);
  await copyDocumentContents(read.map(({ from, id }) => ({ from, to: id })));
  for (const { isUnread, ...document } of copies) if (isUnread) await enqueue(document);
  return copies;
}

/**
 * Copies documents of a chat to a task, within the transaction that creates the task's version.
 * @param documentIds without it, all documents of the chat are copied
 * @returns the ids of the copies
 * @throws InvalidInput for a document that does not belong to the chat
 */
export async function copyToTask({
  chatId,
  documentIds,
  ...of
}: {
  groupId: string;
  chatId: number;
  createdBy: number;
  documentIds?: number[];
}): Promise<number[]> {
  if (!documentIds) return copy({ ...of, chatId, toChatId: null });
  const ids = await queries.findChosenOfChat({ groupId: of.groupId, chatId, ids: documentIds });
  if (!ids) throw invalid(["body", "document_ids"], "Must be documents of this chat.");
  return copy({ ...of, ids, toChatId: null });
}

export async function copyToLibrary(of: {
  groupId: string;
  ids: number[];
  createdBy: number;
  audience: Audience;
}) {
  const ids = await copy({ ...of, toChatId: null, place: "library" });
  await webhooks.createReadyDeliveries(ids);
  return ids;
}

export const copyToChat = ({
  chatId,
  ...of
}: {
  groupId: string;
  ids: number[];
  chatId: number;
  createdBy: number;
}) => copy({ ...of, toChatId: chatId });

type BetweenChats = Parameters<typeof queries.listDocumentsOfChat>[0] & {
  toChatId: number;
  createdBy: number;
};

/** Copies documents of a chat to another chat. Returns a map from the ids of the originals to those of the copies. */
export async function copyBetweenChats({ toChatId, createdBy, ...of }: BetweenChats) {
  const ids = await queries.listDocumentsOfChat(of);
  const copies = await copied({ groupId: of.groupId, ids, toChatId, createdBy });
  return new Map(copies.map(({ from, id }) => [from, id]));
}

/**
 * Deletes the documents of a deleted task. Returns the storage keys of files without any remaining document, which
 * the caller deletes after the transaction.
 */
export const deleteOfTask = async (ids: number[]): Promise<string[]> =>
  uncountUnreferencedFiles(await queries.deleteLoose({ ids }));
