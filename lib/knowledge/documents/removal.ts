import { transaction } from "@/db/transaction";
import { takeUnreferencedFiles } from "@/lib/chat/files/service";
import { deleteFile } from "@/lib/platform/storage/service";
import * as queries from "./queries";

/**
 * Deletes documents of a group's library whose source is gone, and what came in those that are archives. The files
 * go when the transaction around this has committed: call what it gives then.
 */
export async function removeDocuments(groupId: string, ids: number[]): Promise<() => Promise<void>> {
  const files = await transaction(async () => {
    const all: number[] = [];
    for (const id of ids) all.push(...(await queries.withMembers({ groupId, id })));
    return all.length === 0
      ? []
      : takeUnreferencedFiles(await queries.deleteDocuments({ groupId, ids: all }));
  });
  return async () => void (await Promise.all(files.map(deleteFile)));
}
