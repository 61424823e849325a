import { constants, createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { open, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createOnce } from "@/lib/platform/once";

const PREFIX = `parley-reading-${hostname()}-`;
// Room for ten million characters in UTF-8 and a note about the truncated rest.
const MAX_TEXT_BYTES = 50 * 1024 * 1024;
const FILE_NAME = /^[\w-]{1,64}$/;

const ownDirectories = createOnce(() => {
  const directories = new Set<string>();
  process.once("exit", () => {
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  });
  removeAbandoned();
  return directories;
});

function removeAbandoned(): void {
  for (const name of readdirSync(/* turbopackIgnore: true */ tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    // In a restarted container the previous process may have had the same process ID.
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

function createDirectory(): string {
  const directories = ownDirectories();
  const directory = mkdtempSync(join(/* turbopackIgnore: true */ tmpdir(), `${PREFIX}${process.pid}-`));
  directories.add(directory);
  for (const part of ["in", "out"])
    mkdirSync(join(/* turbopackIgnore: true */ directory, part), { mode: 0o700 });
  return directory;
}

/**
 * Temporary files of a confined child process. The child reads copies from `in`, so that it can't modify stored
 * files, and writes to `out`.
 */
export class ScratchDirectory {
  readonly #directory = createDirectory();
  readonly input = join(/* turbopackIgnore: true */ this.#directory, "in");
  readonly output = join(/* turbopackIgnore: true */ this.#directory, "out");
  readonly path = join(/* turbopackIgnore: true */ this.input, "file");
  readonly into = join(/* turbopackIgnore: true */ this.output, "text");

  /**
   * Copies a stream to `in` and returns its size in bytes.
   * @throws the stream's error
   */
  async put(stream: Readable, path = this.path): Promise<number> {
    const copy = createWriteStream(/* turbopackIgnore: true */ path, { mode: 0o400 });
    await pipeline(stream, copy);
    return copy.bytesWritten;
  }

  /**
   * Returns the extracted text.
   * @throws when the file is a link or the text is too long
   */
  async text(): Promise<string> {
    const file = await this.#openOutput(this.into);
    try {
      const { size } = await file.stat();
      if (size > MAX_TEXT_BYTES) throw new Error("the process that reads files wrote too much");
      return await file.readFile("utf8");
    } finally {
      await file.close();
    }
  }

  /**
   * Streams a file that the child wrote to `out`.
   * @throws when the file is absent or a link
   */
  async read(name: string): Promise<Readable> {
    if (!FILE_NAME.test(name)) throw new Error("a child process named a file outside of its directory");
    const file = await this.#openOutput(join(/* turbopackIgnore: true */ this.output, name));
    return file.createReadStream();
  }

  async take(name: string): Promise<Readable> {
    const stream = await this.read(name);
    await rm(join(/* turbopackIgnore: true */ this.output, name), { force: true });
    return stream;
  }

  /** Refuses symbolic links that the child may have created. */
  #openOutput(path: string) {
    return open(/* turbopackIgnore: true */ path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  }

  async clear(): Promise<void> {
    for (const directory of [dirname(this.path), dirname(this.into)])
      for (const name of await readdir(/* turbopackIgnore: true */ directory).catch(() => []))
        await rm(join(/* turbopackIgnore: true */ directory, name), { recursive: true, force: true });
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
    ownDirectories().delete(this.#directory);
  }
}
