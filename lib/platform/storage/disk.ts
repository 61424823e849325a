import { createReadStream } from "node:fs";
import { access, constants, copyFile, link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { withStorage } from "./errors";
import type { Store, StoredObject } from "./store";

export function createDiskStore(folder: string): Store {
  const toPath = (key: string) => join(folder, key.slice(0, 2), key);
  return {
    toPath,
    put: ({ key }, path) =>
      withStorage(async () => {
        await mkdir(join(folder, key.slice(0, 2)), { recursive: true, mode: 0o700 });
        await linkOrCopy(path, toPath(key));
      }),
    open: (key, range) =>
      withStorage(async () => {
        // Opened first, so that a missing file is detected before the response begins.
        const file = await open(toPath(key));
        return createReadStream(toPath(key), { fd: file, ...range });
      }),
    delete: (key) => withStorage(() => rm(toPath(key), { force: true })),
    async *list() {
      for (const part of await readdir(folder).catch(() => [])) {
        const names = await readdir(join(folder, part)).catch(() => []);
        const files = await Promise.all(
          names.map((key) =>
            stat(toPath(key)).then(
              ({ mtime }): StoredObject => ({ key, modifiedAt: mtime }),
              () => undefined,
            ),
          ),
        );
        yield files.filter((file) => file !== undefined);
      }
    },
    check: () =>
      withStorage(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK);
      }),
  };
}

async function linkOrCopy(path: string, to: string): Promise<void> {
  try {
    await link(path, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code === "ENOENT" || code === "ENOSPC") throw error;
    const half = `${path}.copy`;
    await copyFile(path, half);
    await rename(half, to);
  }
}
