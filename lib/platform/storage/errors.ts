import { AppError, getErrorCode } from "@/lib/platform/errors";

const full = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const broken = new Set(["EACCES", "EPERM", "EROFS", "EIO", "EMFILE", "ENFILE", "ENOTDIR"]);

export const createGoneError = () => new AppError("not_found", "The file is no longer in storage.");
export const createUnavailableError = () =>
  new AppError("unavailable", "The storage of files does not answer. Try again shortly.");

export function toStorageError(error: unknown): unknown {
  const code = getErrorCode(error);
  if (code === "ENOENT") return createGoneError();
  if (code && full.has(code))
    return new AppError(
      "unavailable",
      "The storage of files is full. Whoever runs this installation has to make room.",
    );
  if (code && broken.has(code)) return createUnavailableError();
  return error;
}

/** @throws AppError unavailable, not_found */
export async function withStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toStorageError(error);
  }
}
