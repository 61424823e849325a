import { Readable } from "node:stream";
import type { StoredAttachment } from "@/db/schema/messages";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as chats from "@/lib/chat/chats/service";
import { release, storeUnrecordedFile } from "@/lib/chat/files/service";
import { storeFile } from "@/lib/platform/storage/service";
import { type CheckedFile, createDocuments } from "./documents";
import { getChatForUpload } from "./library";
import * as queries from "./queries";

export type Picture = { fileName: string; mimeType: string; bytes: Buffer };

/**
 * Stores generated pictures as documents in a folder of one of the viewer's chats. Reuses a document of the folder that
 * has the same content under any name. Returns the documents in the order of the pictures.
 * @throws AppError not_found for the chat, conflict when documents are disabled in it, too_large, unavailable
 */
export async function addPictures(
  viewer: Viewer,
  { chatId, folder }: { chatId: number; folder: string },
  pictures: Picture[],
): Promise<StoredAttachment[]> {
  const files: CheckedFile[] = [];
  try {
    for (const { fileName, mimeType, bytes } of pictures) {
      const stored = await storeFile(Readable.from([bytes]));
      files.push({ ...stored, fileName, mimeType, claimedType: mimeType });
    }
    for (const file of files) await storeUnrecordedFile(file);
    return await transaction(async () => {
      await getChatForUpload(viewer, chatId);
      await chats.lock(chatId);
      return added(viewer, { chatId, folder }, files);
    });
  } finally {
    await release(files);
  }
}

async function added(viewer: Viewer, where: { chatId: number; folder: string }, files: CheckedFile[]) {
  const there = await queries.listInFolder(where);
  const fresh: CheckedFile[] = [];
  for (const file of files) {
    if ([...there, ...fresh].some(({ sha256 }) => sha256 === file.sha256)) continue;
    fresh.push({ ...file, fileName: freeName(file.fileName, [...there, ...fresh]) });
  }
  const rows = [...there, ...(await createDocuments(viewer, where, fresh))];
  if (fresh.length > 0) await chats.publishUpdated([where.chatId], "documents_count");
  return files.map(({ sha256 }) => {
    const { id, fileName, mimeType, size } = rows.find((row) => row.sha256 === sha256)!;
    return { document_id: id, file_name: fileName, mime_type: mimeType, size };
  });
}

function freeName(name: string, taken: { fileName: string }[]): string {
  const isTaken = (candidate: string) => taken.some(({ fileName }) => fileName === candidate);
  let free = name;
  for (let n = 2; isTaken(free); n++) free = name.replace(/(\.\w+)?$/, ` (${n})$1`);
  return free;
}
