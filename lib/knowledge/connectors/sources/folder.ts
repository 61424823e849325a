import { open, opendir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import { config } from "@/lib/platform/config";
import { codeOf } from "@/lib/platform/errors";
import { type Item, type Opening, type Source, SourceError } from "../source";

/**
 * A folder of the server. Only what lies in a folder that the operator named is read, whatever links say; hidden files
 * are not.
 */

const NOT_ALLOWED = "This folder is not in one that the operator of this installation allows.";
const BATCH = 500;

/** The folders that a group may read. */
export const allowedFolders = (groupId: string): string[] =>
  config().CONNECTOR_FOLDERS.map((folder) => resolve(folder.replaceAll("{group}", groupId)));

const isWithin = (folder: string, path: string) => {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
};

/** @throws SourceError unless the path is in an allowed folder, by name and where it really is */
async function rootOf(path: string, groupId: string): Promise<string> {
  const folders = allowedFolders(groupId).filter((folder) => isWithin(folder, resolve(path)));
  if (!isAbsolute(path) || folders.length === 0) throw new SourceError(NOT_ALLOWED);
  try {
    const real = await realpath(path);
    for (const folder of folders) if (isWithin(await realpath(folder), real)) return real;
  } catch (error) {
    throw new SourceError(
      codeOf(error) === "EACCES" ? "This folder may not be read." : "This folder does not exist.",
    );
  }
  throw new SourceError(NOT_ALLOWED);
}

export const checkFolder = async ({ path }: { path: string }, groupId: string): Promise<void> =>
  void (await rootOf(path, groupId));

export async function openFolder({ path }: { path: string }, { groupId }: Opening): Promise<Source> {
  const root = await rootOf(path, groupId);
  const versionOf = async (file: string) => {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs} ${size}`;
  };
  return {
    list: () => filesIn(root, root, versionOf),
    async read({ path: way }) {
      try {
        const file = await realpath(join(root, way));
        if (!isWithin(root, file)) throw new SourceError("It is a link that leads out of the folder.");
        const version = await versionOf(file);
        return { stream: (await open(file)).createReadStream(), version };
      } catch (error) {
        if (error instanceof SourceError) throw error;
        throw new SourceError("It could not be opened.");
      }
    },
  };
}

async function* filesIn(
  root: string,
  folder: string,
  versionOf: (file: string) => Promise<string>,
): AsyncGenerator<Item[]> {
  const names: string[] = [];
  const folders: string[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      if (entry.name.startsWith(".")) continue;
      const path = join(folder, entry.name);
      // A linked folder might lead in a circle.
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() || entry.isSymbolicLink()) names.push(path);
    }
  } catch (error) {
    // What cannot be listed is not gone.
    throw new SourceError(
      `The folder ${relative(root, folder) || "itself"} could not be read (${codeOf(error) ?? "error"}).`,
    );
  }
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH).map(async (file) => {
      const version = await versionOf(file).catch(() => undefined);
      return version === undefined ? [] : [{ path: relative(root, file).replaceAll("\\", "/"), version }];
    });
    yield (await Promise.all(batch)).flat();
  }
  for (const inner of folders) yield* filesIn(root, inner, versionOf);
}
