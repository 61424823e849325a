import { config } from "@/lib/platform/config";
import {
  FolderError,
  readFolderFile,
  resolveFolder,
  streamFolderFiles,
} from "@/lib/platform/storage/service";
import { type OpenSource, type SourceContext, SourceError } from "../source-types";

/**
 * Reads a folder of the server. Resolves symbolic links and reads only files within the folders that the operator has
 * allowed.
 */

export const listAllowedFolders = (groupId: string): string[] =>
  config().CONNECTOR_FOLDERS.map((folder) => folder.replaceAll("{group}", groupId));

/** @throws SourceError */
const explained = (error: unknown): never => {
  throw error instanceof FolderError ? new SourceError(error.message) : error;
};

export const checkFolder = async ({ path }: { path: string }, groupId: string): Promise<void> =>
  void (await resolveFolder(path, listAllowedFolders(groupId)).catch(explained));

export async function openFolder(
  { path }: { path: string },
  { groupId }: SourceContext,
): Promise<OpenSource> {
  const root = await resolveFolder(path, listAllowedFolders(groupId)).catch(explained);
  return {
    async *list() {
      try {
        yield* streamFolderFiles(root);
      } catch (error) {
        explained(error);
      }
    },
    read: (item) => readFolderFile(root, item.path).catch(explained),
  };
}
