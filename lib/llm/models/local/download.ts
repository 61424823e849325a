import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { config } from "@/lib/platform/config";
import { EgressError, fetchOutside } from "@/lib/platform/egress/service";
import { getErrorCode } from "@/lib/platform/errors";
import { findFileSize, findModelFolder, getModelFolder, PROBLEM, STALE_MS, toPartialPath } from "./folder";
import type { LocalModel, ModelFile } from "./registry";

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

export class DownloadError extends Error {
  override name = "DownloadError";
}

/** Thrown when another process is already downloading the same files. This is not a failure. */
export class AlreadyFetched extends DownloadError {
  override name = "AlreadyFetched";
}

/**
 * Downloads missing files of a model from MODELS_URL and returns its folder. Resumes earlier downloads. Deletes files
 * with a wrong checksum.
 * @param onProgress receives the number of downloaded bytes
 * @throws DownloadError; the reason of `signal`
 */
export async function fetchModel(
  model: LocalModel,
  onProgress: (bytes: number) => void = () => {},
  signal?: AbortSignal,
): Promise<string> {
  const folder = getModelFolder(model);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw readable(error);
  });
  let before = 0;
  for (const file of model.files) {
    const path = join(folder, file.name);
    if ((await findFileSize(path)) === undefined)
      await fetchFile(file, path, (bytes) => onProgress(before + bytes), signal);
    before += file.bytes;
    onProgress(before);
  }
  const there = await findModelFolder(model);
  if (there === "missing") throw new DownloadError("Its files were removed while it was downloaded.");
  return there;
}

async function fetchFile(
  file: ModelFile,
  path: string,
  onProgress: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const part = toPartialPath(path);
  await takeUp(part);
  const hash = createHash("sha256");
  let bytes = await updateHash(part, hash);
  if (bytes < file.bytes) bytes = await rest({ file, part, hash, bytes, onProgress, signal });
  if (bytes !== file.bytes || hash.digest("hex") !== file.sha256) {
    await rm(part, { force: true });
    throw new DownloadError(`The server sent another ${file.name} than expected. Check MODELS_URL.`);
  }
  await rename(part, path);
}

async function takeUp(part: string): Promise<void> {
  const existing = await stat(part).catch(() => undefined);
  if (existing && Date.now() - existing.mtimeMs < STALE_MS && !own.has(part))
    throw new AlreadyFetched("Another process is downloading it.");
  await (await open(part, "a")).close();
  own.add(part);
}

const own = new Set<string>();

async function updateHash(part: string, hash: Hash): Promise<number> {
  let bytes = 0;
  for await (const piece of createReadStream(part)) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return bytes;
}

type Rest = {
  file: ModelFile;
  part: string;
  hash: Hash;
  bytes: number;
  onProgress: (bytes: number) => void;
  signal?: AbortSignal;
};

async function rest({ file, part, hash, bytes: from, onProgress, signal }: Rest): Promise<number> {
  const answer = await requestFile(file, from, signal);
  await rm(join(dirname(part), PROBLEM), { force: true });
  // Skips bytes that are already on disk, because servers without range support send the whole file.
  let skip = answer.status === 206 ? 0 : from;
  let bytes = from;
  const out = await open(part, "a");
  try {
    for await (const piece of answer.body!) {
      const fresh = piece.subarray(Math.min(skip, piece.length));
      skip -= piece.length - fresh.length;
      hash.update(fresh);
      await out.write(fresh);
      bytes += fresh.length;
      onProgress(bytes);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw readable(error);
  } finally {
    await out.close();
  }
  return bytes;
}

// Requests a file starting at a byte offset. Follows redirects itself, so that each target receives the range header.
async function requestFile(file: ModelFile, from: number, signal?: AbortSignal): Promise<Response> {
  const mirror = new URL(config().MODELS_URL);
  let url = new URL(`${mirror.href.replace(/\/+$/, "")}/${file.path}`);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const answer = await fetchOutside(url, {
      headers: { "accept-encoding": "identity", ...(from > 0 && { range: `bytes=${from}-` }) },
      redirects: 0,
      timeout: null,
      largest: file.bytes + 1024,
      allowPrivate: url.origin === mirror.origin,
      signal,
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw readable(error);
    });
    const to = answer.headers.get("location");
    if (!REDIRECTS.includes(answer.status) || !to) {
      if ([200, 206].includes(answer.status) && answer.body) return answer;
      await answer.body?.cancel();
      throw new DownloadError(`The server answered with status ${answer.status}.`);
    }
    await answer.body?.cancel();
    url = new URL(to, url);
  }
  throw new DownloadError("The server redirects too often.");
}

// Converts an error to a sentence without URLs and paths, because all members can read it.
function readable(error: unknown): DownloadError {
  if (error instanceof EgressError || error instanceof DownloadError)
    return new DownloadError(error.message, { cause: error });
  const isFull = getErrorCode(error) === "ENOSPC";
  return new DownloadError(
    isFull ? "The disk of DATA_DIR is full." : "Its files could not be written to DATA_DIR.",
    { cause: error },
  );
}
