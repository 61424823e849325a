import { afterCommit } from "@/db/transaction";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { single } from "@/lib/platform/singleton";
import * as storage from "@/lib/platform/storage/service";
import { deleteFile, discardFiles, listFiles, type StoredFile } from "@/lib/platform/storage/service";
import * as queries from "./queries";

/** Stored files and the rows that name them: none without the other for long. */

const MB = 1024 * 1024;
/** No request takes longer from storing a file to committing the row that names it. In ms. */
const ROW_COMES_WITHIN = 3_600_000;

/** Called in the transaction that adds files to a group. @throws AppError too_large when they would be more than it may have */
export async function assertQuota(groupId: string, files: { size: number }[]): Promise<void> {
  const { GROUP_STORAGE_MB: most } = config();
  if (most === 0 || files.length === 0) return;
  const left = most * MB - (await queries.bytesOfGroup({ groupId }));
  const added = files.reduce((sum, { size }) => sum + size, 0);
  if (added <= left) return;
  const free = Math.max(0, Math.floor((left / MB) * 10) / 10);
  throw new AppError(
    "too_large",
    `The files of this group may have ${most} MB together, and ${free} MB of that are free. Delete some first.`,
  );
}

/**
 * Those of these stored files that nothing in the database names: copies share their bytes, and a conversion of a
 * video needs them to its end. Called in the transaction that deleted what named them; they are deleted after it.
 */
export const unreferenced = (keys: string[]): Promise<string[]> => queries.unreferencedFiles({ keys });

/** Files that this process has put into storage, and whose rows are not committed. */
const unnamed = () => single("unnamed-files", () => new Set<string>());

/**
 * Puts an uploaded file into storage: before the transaction that stores the row that names it, since a bucket may be
 * slow. Whoever brought the file releases it at the end, whatever comes of it. @throws AppError unavailable
 */
export async function keepFile(file: StoredFile): Promise<void> {
  unnamed().add(file.key);
  await storage.keepFile(file);
}

/** Called in the transaction that stores the rows that name kept files: once it is committed they stay. */
export function nameFiles(files: { key: string }[]): void {
  afterCommit(() => {
    for (const { key } of files) unnamed().delete(key);
  });
}

/**
 * Called when what brought files is over: removes the uploads, and those put into storage that got no row. Only of these
 * is the database asked, since a commit whose answer was lost may have come all the same.
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

/** Removes those of these stored files that nothing in the database names. */
export async function deleteUnreferenced(keys: string[]): Promise<void> {
  await Promise.all((await unreferenced(keys)).map(deleteFile));
}

/** Removes stored files that no row names: their request, or the process that should have removed them, died. */
export async function sweepFiles(): Promise<void> {
  // A database that knows of no file at all is rather a wrong or an empty one.
  if (!(await queries.hasDocuments())) return;
  for await (const batch of listFiles()) {
    const old = batch.filter(({ modifiedAt }) => clock.isOlder(modifiedAt, ROW_COMES_WITHIN));
    const lost = await unreferenced(old.map(({ key }) => key));
    for (const key of lost) await deleteFile(key);
    if (lost.length > 0) log.info({ count: lost.length }, "unreferenced files were deleted");
  }
}
