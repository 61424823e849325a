import { open, opendir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { Readable } from "node:stream";
import { getErrorCode } from "@/lib/platform/errors";

/** Read-only access to server folders that the operator allows. */

export class FolderError extends Error {
  override readonly name = "FolderError";
}

export type FolderFile = { path: string; version: string };

const NOT_ALLOWED = "This folder is outside the folders that this installation allows.";
const BATCH = 500;

const isWithin = (folder: string, path: string) => {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
};

/**
 * Resolves a folder to its real path.
 * @param allowed folders; one of them must contain `path`, before and after links are resolved
 * @throws FolderError
 */
export async function resolveFolder(path: string, allowed: string[]): Promise<string> {
  const folders = allowed
    .map((folder) => resolve(folder))
    .filter((folder) => isWithin(folder, resolve(path)));
  if (!isAbsolute(path) || folders.length === 0) throw new FolderError(NOT_ALLOWED);
  try {
    const real = await realpath(path);
    for (const folder of folders) if (isWithin(await realpath(folder), real)) return real;
  } catch (error) {
    throw new FolderError(
      getErrorCode(error) === "EACCES"
        ? "Parley isn't allowed to read this folder."
        : "This folder does not exist.",
    );
  }
  throw new FolderError(NOT_ALLOWED);
}

async function getVersion(file: string): Promise<string> {
  const { mtimeMs, size } = await stat(file);
  return `${mtimeMs} ${size}`;
}

/**
 * @param root as returned by `resolveFolder`
 * @throws FolderError
 */
export async function readFolderFile(
  root: string,
  path: string,
): Promise<{ stream: Readable; version: string }> {
  try {
    const file = await realpath(join(/* turbopackIgnore: true */ root, path));
    if (!isWithin(root, file)) throw new FolderError("It's a link that leads outside the folder.");
    const version = await getVersion(file);
    return { stream: (await open(file)).createReadStream(), version };
  } catch (error) {
    if (error instanceof FolderError) throw error;
    throw new FolderError("It could not be opened.");
  }
}

/**
 * Lists files recursively, except hidden ones.
 * @param root as returned by `resolveFolder`
 * @throws FolderError
 */
export async function* streamFolderFiles(root: string, folder = root): AsyncGenerator<FolderFile[]> {
  const names: string[] = [];
  const folders: string[] = [];
  try {
    for await (const entry of await opendir(/* turbopackIgnore: true */ folder)) {
      if (entry.name.startsWith(".")) continue;
      const path = join(/* turbopackIgnore: true */ folder, entry.name);
      // Linked folders are skipped, because they may form a cycle.
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() || entry.isSymbolicLink()) names.push(path);
    }
  } catch (error) {
    // A failed listing must not look like deleted files.
    throw new FolderError(
      `The folder ${relative(root, folder) || "itself"} could not be read (${getErrorCode(error) ?? "error"}).`,
    );
  }
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH).map(async (file) => {
      const version = await getVersion(file).catch(() => undefined);
      return version === undefined ? [] : [{ path: relative(root, file).replaceAll("\\", "/"), version }];
    });
    yield (await Promise.all(batch)).flat();
  }
  for (const inner of folders) yield* streamFolderFiles(root, inner);
}
