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
import { createOnce } from "@/lib/platform/once";
import { createBucketStore, directUploads, getBucket } from "./bucket";
import { createDiskStore } from "./disk";
import { withStorage } from "./errors";
import type { Bucket } from "./requests";
import type { ByteRange, Store, StoredFile, StoredObject } from "./store";

export { FolderError, readFolderFile, resolveFolder, streamFolderFiles } from "./server-folder";
export { workFolders } from "./work-folders";
export type { ByteRange, StoredFile, StoredObject };

// Requests write uploads to `uploads/` in the data directory. Services then move those they keep to the store:
// `files/` in the data directory, or an S3 bucket. A sweep deletes uploads of failed requests.
const uploads = () => join(config().DATA_DIR, "uploads");
const bucket = createOnce<Bucket | undefined>(() => getBucket(config()));
const store = createOnce<Store>(() => {
  const at = bucket();
  return at ? createBucketStore(at) : createDiskStore(join(config().DATA_DIR, "files"));
});

const AN_HOUR = 3_600_000;

export const getUploadedPath = ({ key }: { key: string }) => join(uploads(), key);

/**
 * Streams a file to temporary storage; it is removed on failure or when `signal` aborts.
 * @param onBytes called with the size of each chunk
 * @throws AppError unavailable
 */
export async function storeFile(
  stream: Readable,
  onBytes: (bytes: number) => void = () => {},
  signal?: AbortSignal,
): Promise<StoredFile> {
  const key = randomUUID();
  const path = getUploadedPath({ key });
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

/**
 * Copies an upload to permanent storage; the caller still discards the upload.
 * @throws AppError unavailable
 */
export async function storeFileContent(file: StoredFile): Promise<void> {
  await store().put(file, getUploadedPath(file));
}

export async function discardFiles(uploaded: { key: string }[]): Promise<void> {
  await Promise.all(uploaded.map((file) => rm(getUploadedPath(file), { force: true })));
}

const holds = createOnce(() => ({ count: 0 }));

/**
 * Suspends deletions until the returned function is called, so that a backup can copy files after the rows that refer
 * to them.
 */
export function suspendDeletions(): () => void {
  holds().count += 1;
  return () => {
    holds().count -= 1;
  };
}

/** Deletes a kept file. If that fails or deletions are suspended, the sweep deletes it later. */
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

/**
 * Returns a local path of a kept file for programs that can't stream it. Call `dispose` afterwards.
 * @throws AppError not_found, unavailable
 */
export async function getLocalCopy(key: string): Promise<{ path: string; dispose: () => Promise<void> }> {
  const own = store().toPath?.(key);
  if (own) return { path: own, dispose: async () => {} };
  const copy = await storeFile(await openFile(key));
  const path = getUploadedPath(copy);
  // Keeps the sweep from deleting the copy during long reads.
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

export const readFirstBytes = (file: { key: string }, count: number): Promise<Buffer> =>
  withStorage(() => buffer(createReadStream(getUploadedPath(file), { end: count - 1 })));

export const openUpload = (file: { key: string }): Readable => createReadStream(getUploadedPath(file));

export const readUpload = (file: { key: string }): Promise<Buffer> =>
  withStorage(() => buffer(createReadStream(getUploadedPath(file))));

export const listFiles = (): AsyncIterable<StoredObject[]> => store().list();

/** Deletes uploads older than an hour: their requests have ended, and presigned URLs have expired. */
export async function sweepUploads(): Promise<void> {
  for (const key of await readdir(uploads()).catch(() => [])) {
    const file = await stat(getUploadedPath({ key })).catch(() => undefined);
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

export function getDirectUploads() {
  const at = bucket();
  return (
    at && {
      address: (key: string, input: { size: number; seconds: number }) =>
        directUploads.address(at, key, input),
      /**
       * Moves the file to temporary storage, as if the request had contained it.
       * @throws AppError not_found
       */
      fetch: async (key: string): Promise<StoredFile> => storeFile(await directUploads.open(at, key)),
      delete: (key: string) =>
        directUploads
          .delete(at, key)
          .catch((error) => log.warn({ err: error }, "an upload could not be removed")),
    }
  );
}

// Maximum wait for a health check in milliseconds; after that, the previous result is returned.
const MAX_HEALTH_WAIT_MS = 500;
const health = createOnce<{ looking?: Promise<boolean>; last?: boolean }>(() => ({}));

export async function isStorageReachable(): Promise<boolean> {
  const state = health();
  state.looking ??= look().then((works) => {
    state.last = works;
    state.looking = undefined;
    return works;
  });
  const { looking } = state;
  return Promise.race([
    looking,
    wait(MAX_HEALTH_WAIT_MS, undefined, { ref: false }).then(() => state.last ?? looking),
  ]);
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
