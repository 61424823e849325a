import { constants, createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { open, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { single } from "@/lib/platform/singleton";

/** How the names of desks begin: with the machine and the process whose they are, behind this. */
const NAME = `parley-reading-${hostname()}-`;
/** Ten million characters, and what is said of the rest. */
const MOST_BYTES = 50 * 1024 * 1024;
/** The folders of this process. */
const own = () =>
  single("desks", () => {
    const folders = new Set<string>();
    process.once("exit", () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    removeLeft();
    return folders;
  });

/** What processes that were killed have left behind, with the file that was being read. */
function removeLeft(): void {
  for (const name of readdirSync(/* turbopackIgnore: true */ tmpdir())) {
    const pid = name.startsWith(NAME) ? Number.parseInt(name.slice(NAME.length), 10) : Number.NaN;
    // In a container that was started anew, the process before may have had the same number.
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue;
    rmSync(join(/* turbopackIgnore: true */ tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function made(): string {
  const folders = own();
  const folder = mkdtempSync(join(/* turbopackIgnore: true */ tmpdir(), `${NAME}${process.pid}-`));
  folders.add(folder);
  for (const part of ["in", "out"])
    mkdirSync(join(/* turbopackIgnore: true */ folder, part), { mode: 0o700 });
  return folder;
}

/**
 * A folder for a process that reads files: on it lies the one file that is
 * read now, as a copy, so that nothing done to it is done to the stored one.
 * Beside it the text of that file is written.
 */
export class Desk {
  readonly #folder = made();
  /** Where the file lies; its folder is only to be read. */
  readonly path = join(/* turbopackIgnore: true */ this.#folder, "in", "file");
  /** Where its text is written; its folder is for nothing else. */
  readonly into = join(/* turbopackIgnore: true */ this.#folder, "out", "text");

  /** Gives the size of the file. */
  async put(file: Readable): Promise<number> {
    const copy = createWriteStream(/* turbopackIgnore: true */ this.path, { mode: 0o400 });
    await pipeline(file, copy);
    return copy.bytesWritten;
  }

  /** The text that was written; never what a link in its place leads to, or more than a text can be. */
  async text(): Promise<string> {
    const file = await open(
      /* turbopackIgnore: true */ this.into,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0),
    );
    try {
      const { size } = await file.stat();
      if (size > MOST_BYTES) throw new Error("the process that reads files wrote too much");
      return await file.readFile("utf8");
    } finally {
      await file.close();
    }
  }

  /** Removes what lies in its folders, also what was not to be put there; of a desk that is removed, nothing is left. */
  async clear(): Promise<void> {
    for (const folder of [dirname(this.path), dirname(this.into)])
      for (const name of await readdir(/* turbopackIgnore: true */ folder).catch(() => []))
        await rm(join(/* turbopackIgnore: true */ folder, name), { recursive: true, force: true });
  }

  /** Removes all of it. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
    own().delete(this.#folder);
  }
}
