import { runAfterCommit } from "@/db/transaction";
import * as clock from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import { assertQuota } from "@/lib/platform/quota/service";
import * as storage from "@/lib/platform/storage/service";
import { deleteFile, discardFiles, listFiles, type StoredFile } from "@/lib/platform/storage/service";
import * as queries from "./queries";

// Upper bound on the time between storing a file and committing its row.
const MAX_COMMIT_DELAY_MS = 3_600_000;

/**
 * Returns the files that no row references any more and stops counting them towards the quota. Keeps files that a copy
 * or an unfinished video conversion still uses. Call it inside the transaction that deletes the references, and delete
 * the files after the commit.
 */
export async function uncountUnreferencedFiles(keys: string[]): Promise<string[]> {
  const lost = await queries.listUnreferencedFiles({ keys });
  await uncountFiles(lost);
  return lost;
}

/** Must be called before the chats are deleted. */
export const listFilesOfChats = (chatIds: number[]) => queries.listFilesOfChats({ chatIds });

export const uncountFiles = (keys: string[]): Promise<void> => queries.deleteStoredFiles({ keys });

const unnamed = createOnce(() => new Set<string>());

/**
 * Stores an uploaded file before the transaction that inserts its row, since object storage may be slow. The caller
 * must call `release` afterwards, also after a failure.
 * @throws AppError unavailable
 */
export async function storeUnrecordedFile(file: StoredFile): Promise<void> {
  unnamed().add(file.key);
  await storage.storeFileContent(file);
}

export type FileOwner = { groupId: string; userId: number | null; kind?: queries.FileKind };

/**
 * Counts stored files towards their owner's quota, inside the transaction that inserts the rows that reference them.
 * @throws AppError too_large when the quota is exceeded
 */
export async function recordFiles(
  { kind = "uploads", ...owner }: FileOwner,
  files: { key: string; size: number }[],
): Promise<void> {
  const stored = new Set(await queries.listStoredKeys({ keys: files.map(({ key }) => key) }));
  const added = files.filter(({ key }) => !stored.has(key));
  const bytes = added.reduce((sum, { size }) => sum + size, 0);
  if (bytes > 0) await assertQuota(kind, owner, bytes);
  await queries.insertStoredFiles(added.map(({ key, size }) => ({ ...owner, key, kind, bytes: size })));
  runAfterCommit(() => {
    for (const { key } of files) unnamed().delete(key);
  });
}

export const findOwner = (key: string): Promise<FileOwner | undefined> => queries.findFileOwner({ key });

export async function deleteFiles(keys: string[]): Promise<void> {
  await uncountFiles(keys);
  await Promise.all(keys.map(deleteFile));
}

/**
 * Removes the temporary uploads of a finished request, and its stored files that no row references. Checks the
 * database, because a commit may have succeeded although its response was lost.
 */
export async function release(files: { key: string }[]): Promise<void> {
  const left = files.map(({ key }) => key).filter((key) => unnamed().delete(key));
  try {
    await discardFiles(files);
    await deleteUnreferenced(left);
  } catch (error) {
    log.warn({ err: error }, "the files of a request will be deleted by the sweep");
  }
}

export async function deleteUnreferenced(keys: string[]): Promise<void> {
  await Promise.all((await uncountUnreferencedFiles(keys)).map(deleteFile));
}

export async function sweepFiles(): Promise<void> {
  // An empty database is probably the wrong one or not restored yet, so its files must not be deleted.
  if (!(await queries.hasDocuments())) return;
  for await (const batch of listFiles()) {
    const old = batch.filter(({ modifiedAt }) => clock.isOlder(modifiedAt, MAX_COMMIT_DELAY_MS));
    const lost = await uncountUnreferencedFiles(old.map(({ key }) => key));
    for (const key of lost) await deleteFile(key);
    if (lost.length > 0) log.info({ count: lost.length }, "unreferenced files were deleted");
  }
}
