import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { config } from "@/lib/config";

/**
 * Where the bytes of files are: the data folder. A file that comes with a
 * request is written to `uploads/` and moves to `files/` when a service keeps
 * it; what a dead request left in `uploads/` is swept.
 */
export type StoredFile = { key: string; size: number; sha256: string };

const uploads = () => join(config().DATA_DIR, "uploads");
const files = () => join(config().DATA_DIR, "files");

/** Writes a stream to temporary storage as it comes; `onBytes` hears of each piece. */
export async function storeFile(
  stream: Readable,
  onBytes: (bytes: number) => void = () => {},
): Promise<StoredFile> {
  const key = randomUUID();
  await mkdir(uploads(), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      onBytes(chunk.length);
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(stream, measure, createWriteStream(join(uploads(), key), { mode: 0o600 }));
  } catch (error) {
    await rm(join(uploads(), key), { force: true });
    throw error;
  }
  return { key, size, sha256: hash.digest("hex") };
}

/** Keeps an uploaded file for good. Call it before the row that names it is committed. */
export async function keepFile({ key }: { key: string }): Promise<void> {
  const folder = join(files(), key.slice(0, 2));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(join(uploads(), key), join(folder, key));
}

/** Removes uploads that nobody kept; those that were kept are not touched. */
export async function discardFiles(uploaded: { key: string }[]): Promise<void> {
  await Promise.all(uploaded.map(({ key }) => rm(join(uploads(), key), { force: true })));
}

const kept = (key: string) => join(files(), key.slice(0, 2), key);

export const deleteFile = (key: string) => rm(kept(key), { force: true });
export const openFile = (key: string): Readable => createReadStream(kept(key));
export const readWholeFile = (key: string): Promise<Buffer> => readFile(kept(key));

/** The first bytes of an uploaded file, to tell what it is. */
export async function firstBytes({ key }: { key: string }, count: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(join(uploads(), key), { end: count - 1 }))
    chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Removes uploads older than an hour: their requests are long over. */
export async function sweepUploads(): Promise<void> {
  const names = await readdir(uploads()).catch(() => []);
  for (const name of names) {
    const path = join(uploads(), name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > 3_600_000) await rm(path, { force: true });
  }
}

/** Can files be written? */
export async function storageWorks(): Promise<boolean> {
  try {
    const { key } = await storeFile(Readable.from([Buffer.from("ok")]));
    await discardFiles([{ key }]);
    return true;
  } catch {
    return false;
  }
}
