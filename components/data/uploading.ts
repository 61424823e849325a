import {
  ApiError,
  type CallInput,
  type ClientOperation,
  call,
  sendWithUploadProgress,
} from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { uploadsApi } from "@/lib/knowledge/uploads/operations";
import type { Translate } from "@/lib/platform/words/translate";
import { filterFittingFiles, usualLimits } from "./fitting-files";

type UploadLimits = AnswerOf<typeof uploadsApi.getUploadLimits>;

let known: Promise<UploadLimits> | undefined;
function uploadLimits(): Promise<UploadLimits> {
  known ??= call(uploadsApi.getUploadLimits);
  known.catch(() => {
    known = undefined;
  });
  return known;
}

export async function checkFiles(t: Translate<"composerFiles">, chosen: () => File[]) {
  const limits = await uploadLimits().catch(() => usualLimits);
  return filterFittingFiles(t, chosen(), limits);
}

const waiting = new WeakMap<File, string>();
// Set when the bucket is unreachable from this browser; files are then sent with the requests.
let isCutOff = false;

type WithFiles<O> = Omit<CallInput<O>, "onSent"> & {
  files: File[];
  onShares?: (shares: number[]) => void;
};

/**
 * Calls an operation with files. If the installation uses a bucket, they are uploaded there first; otherwise they are
 * part of the request. A repeated call uploads only missing files.
 * @throws ApiError
 */
export async function callWithFiles<O extends ClientOperation>(
  operation: O,
  { files, onShares = () => {}, ...input }: WithFiles<O>,
): Promise<AnswerOf<O>> {
  const { direct } = files.length > 0 ? await uploadLimits() : { direct: false };
  if (!direct || isCutOff) return callDirectly();
  try {
    const named = await putAll(files, onShares, input.signal);
    if (!named) return callDirectly();
    return await callNaming(named);
  } catch (error) {
    if (!isGone(error)) throw error;
    // The server has already used the files, but its response was lost.
    for (const file of files) waiting.delete(file);
    const named = await putAll(files, onShares, input.signal);
    return named ? callNaming(named) : callDirectly();
  }

  function callDirectly(): Promise<AnswerOf<O>> {
    const sizes = files.map(({ size }) => size);
    const onSent = files.length > 0 ? (share: number) => onShares(toFileShares(sizes, share)) : undefined;
    return call<O>(operation, { ...input, files, onSent } as CallInput<O>);
  }
  async function callNaming(ids: string[]): Promise<AnswerOf<O>> {
    const body = { ...(input.body as object), upload_ids: ids.join(",") };
    const answer = await call<O>(operation, { ...input, body } as CallInput<O>);
    for (const file of files) waiting.delete(file);
    return answer;
  }
}

const isGone = (error: unknown) =>
  error instanceof ApiError && error.faults.some(({ loc }) => loc.includes("upload_ids"));

/** Converts the total progress to progress per file; files are uploaded in order. */
export function toFileShares(sizes: number[], share: number): number[] {
  let sent = share * sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size) => {
    const part = size === 0 ? share : Math.min(1, sent / size);
    sent = Math.max(0, sent - size);
    return part;
  });
}

// Uploads files to the bucket. Returns their ids, or undefined if the bucket is unreachable.
async function putAll(
  files: File[],
  onShares: (shares: number[]) => void,
  signal: AbortSignal | undefined,
): Promise<string[] | undefined> {
  const shares: number[] = files.map((file) => (waiting.has(file) ? 1 : 0));
  const ids: string[] = [];
  for (const [at, file] of files.entries()) {
    const id = waiting.get(file) ?? (await put(file, report(at)));
    if (id === undefined) return undefined;
    waiting.set(file, id);
    report(at)(1);
    ids.push(id);
  }
  return ids;

  function report(at: number) {
    return (share: number) => {
      shares[at] = share;
      onShares([...shares]);
    };
  }
  async function put(file: File, onSent: (share: number) => void): Promise<string | undefined> {
    const body = { file_name: file.name, size: file.size };
    const { upload_id, url, method, headers } = await call(uploadsApi.startUpload, { body, signal });
    const answer = await sendWithUploadProgress(url, { method, headers, body: file, signal }, onSent).catch(
      (error) => {
        if (signal?.aborted) throw error;
        return undefined;
      },
    );
    if (answer?.ok) return upload_id;
    isCutOff = answer === undefined;
    return undefined;
  }
}
