import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { single } from "@/lib/platform/singleton";
import { bucketOf, bucketStore, directUploads } from "./bucket";
import { diskStore } from "./disk";
import { withStorage } from "./faults";
import type { Bucket } from "./requests";
import type { ByteRange, Listed, Store, StoredFile } from "./store";

export { FolderError, filesOfFolder, findFolder, readFolderFile } from "./server-folder";
export { workFolders } from "./work-folders";
export type { ByteRange, Listed, StoredFile };

/**
 * Where the bytes of files are. A file that comes with a request is written to
 * `uploads/` of the data folder, and a service that keeps it puts it into the
 * store: `files/` of the data folder or, when one is set, a bucket. What a dead
 * request left in `uploads/` is swept.
 */
const uploads = () => join(config().DATA_DIR, "uploads");
const bucket = (): Bucket | undefined => single("bucket", () => ({ is: bucketOf(config()) })).is;
const store = (): Store =>
  single("store", () => {
    const at = bucket();
    return at ? bucketStore(at) : diskStore(join(config().DATA_DIR, "files"));
  });

const AN_HOUR = 3_600_000;

/** Where an uploaded file lies, until it is kept or discarded. */
export const uploadedPath = ({ key }: { key: string }) => join(uploads(), key);

/**
 * Writes a stream to temporary storage as it comes; `onBytes` hears of each piece.
 * Nothing stays when it fails or `signal` aborts. @throws AppError unavailable
 */
export async function storeFile(
  stream: Readable,
  onBytes: (bytes: number) => void = () => {},
  signal?: AbortSignal,
): Promise<StoredFile> {
  const key = randomUUID();
  const path = uploadedPath({ key });
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
  return withStorage(async () => {
    try {
      await mkdir(uploads(), { recursive: true, mode: 0o700 });
      await pipeline(stream, measure, createWriteStream(path, { mode: 0o600 }), { signal });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { key, size, sha256: hash.digest("hex") };
  });
}

/** Keeps an uploaded file for good; the upload stays to be discarded. @throws AppError unavailable */
export async function keepFile(file: StoredFile): Promise<void> {
  await store().put(file, uploadedPath(file));
}

/** Removes uploads from temporary storage; those that were kept are not touched. */
export async function discardFiles(uploaded: { key: string }[]): Promise<void> {
  await Promise.all(uploaded.map((file) => rm(uploadedPath(file), { force: true })));
}

const holds = () => single("storage-holds", () => ({ count: 0 }));

/** Until the answer is called no kept file is removed: for copies that take them after the rows that name them. */
export function holdFiles(): () => void {
  holds().count += 1;
  return () => {
    holds().count -= 1;
  };
}

/** Removes a kept file. One that cannot be removed now, or is held, is found by the sweep. */
export async function deleteFile(key: string): Promise<void> {
  if (holds().count > 0) return;
  await store()
    .delete(key)
    .catch((error) => log.warn({ err: error }, "a file could not be removed"));
}

/** @throws AppError not_found, unavailable */
export const openFile = (key: string, range?: ByteRange): Promise<Readable> => store().open(key, range);

/** @throws AppError not_found, unavailable */
export const readWholeFile = async (key: string): Promise<Buffer> => buffer(await openFile(key));

/** A kept file as a file of this machine, for programs that read one. `dispose` when it is read. @throws AppError not_found, unavailable */
export async function localCopy(key: string): Promise<{ path: string; dispose: () => Promise<void> }> {
  const own = store().pathOf?.(key);
  if (own) return { path: own, dispose: async () => {} };
  const copy = await storeFile(await openFile(key));
  const path = uploadedPath(copy);
  // Else a program that reads it for long would lose it to the sweep.
  const touch = () => void utimes(path, new Date(), new Date()).catch(() => {});
  const inUse = setInterval(touch, AN_HOUR / 4).unref();
  return {
    path,
    dispose: () => {
      clearInterval(inUse);
      return discardFiles([copy]);
    },
  };
}

/** The first bytes of an uploaded file, to tell what it is. */
export const firstBytes = (file: { key: string }, count: number): Promise<Buffer> =>
  withStorage(() => buffer(createReadStream(uploadedPath(file), { end: count - 1 })));

/** An uploaded file as it is read. */
export const openUpload = (file: { key: string }): Readable => createReadStream(uploadedPath(file));

/** All bytes of an uploaded file, for those who know it to be small. */
export const readUpload = (file: { key: string }): Promise<Buffer> =>
  withStorage(() => buffer(createReadStream(uploadedPath(file))));

/** Kept files, in batches. */
export const listFiles = (): AsyncIterable<Listed[]> => store().list();

/** Removes uploads older than an hour: their requests are long over, and so is the time to name a direct one. */
export async function sweepUploads(): Promise<void> {
  for (const key of await readdir(uploads()).catch(() => [])) {
    const file = await stat(uploadedPath({ key })).catch(() => undefined);
    if (file && clock.isOlder(file.mtime, AN_HOUR)) await discardFiles([{ key }]);
  }
  const at = bucket();
  if (!at) return;
  for await (const batch of directUploads.list(at)) {
    for (const { key, modifiedAt } of batch) {
      if (clock.isOlder(modifiedAt, AN_HOUR)) await directUploads.delete(at, key);
    }
  }
}

/** How browsers bring files to storage themselves; undefined where they cannot. */
export function direct() {
  const at = bucket();
  return (
    at && {
      address: (key: string, given: { size: number; seconds: number }) =>
        directUploads.address(at, key, given),
      /** Takes the file into temporary storage, as if it had come with the request. @throws AppError not_found */
      fetch: async (key: string): Promise<StoredFile> => storeFile(await directUploads.open(at, key)),
      /** One that cannot be removed now is found by the sweep. */
      delete: (key: string) =>
        directUploads
          .delete(at, key)
          .catch((error) => log.warn({ err: error }, "an upload could not be removed")),
    }
  );
}

/** How long whoever asks whether storage works waits for a new look at it. In ms. */
const LOOK = 500;
const health = () => single<{ looking?: Promise<boolean>; last?: boolean }>("storage-health", () => ({}));

/** Can files be written? Where that takes longer to find out, the answer is what was true before. */
export async function storageWorks(): Promise<boolean> {
  const state = health();
  state.looking ??= look().then((works) => {
    state.last = works;
    state.looking = undefined;
    return works;
  });
  const { looking } = state;
  return Promise.race([looking, wait(LOOK, undefined, { ref: false }).then(() => state.last ?? looking)]);
}

async function look(): Promise<boolean> {
  try {
    const file = await storeFile(Readable.from([Buffer.from("ok")]));
    await discardFiles([file]);
    await store().check();
    return true;
  } catch {
    return false;
  }
}
