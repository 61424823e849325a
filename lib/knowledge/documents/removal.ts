import { transaction } from "@/db/transaction";
import { uncountUnreferencedFiles } from "@/lib/chat/files/service";
import { deleteFile } from "@/lib/platform/storage/service";
import * as queries from "./queries";

/**
 * Deletes library documents whose source was deleted, with the members of archives. Returns a function that deletes
 * the stored files; call it after the surrounding transaction has committed.
 */
export async function removeDocuments(groupId: string, ids: number[]): Promise<() => Promise<void>> {
  const files = await transaction(async () => {
    const all: number[] = [];
    for (const id of ids) all.push(...(await queries.withMembers({ groupId, id })));
    return all.length === 0
      ? []
      : uncountUnreferencedFiles(await queries.deleteDocuments({ groupId, ids: all }));
  });
  return async () => void (await Promise.all(files.map(deleteFile)));
}
