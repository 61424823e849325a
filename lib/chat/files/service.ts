import { afterCommit } from "@/db/transaction";
import * as clock from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { assertQuota } from "@/lib/platform/quota/service";
import { single } from "@/lib/platform/singleton";
import * as storage from "@/lib/platform/storage/service";
import { deleteFile, discardFiles, listFiles, type StoredFile } from "@/lib/platform/storage/service";
import * as queries from "./queries";

/** Stored files and the rows that name them: none without the other for long. */

/** No request takes longer from storing a file to committing the row that names it. In ms. */
const ROW_COMES_WITHIN = 3_600_000;

/**
 * Those of these stored files that nothing in the database names: copies share their bytes, and a conversion of a
 * video needs them to its end. Called in the transaction that deleted what named them, after which they count no more;
 * they are deleted after it.
 */
export async function unreferenced(keys: string[]): Promise<string[]> {
  const lost = await queries.unreferencedFiles({ keys });
  await uncountFiles(lost);
  return lost;
}

/** What goes with chats: to be asked for before they are deleted. */
export const listFilesOfChats = (chatIds: number[]) => queries.listFilesOfChats({ chatIds });

/** Counts stored files no more, before they are deleted. */
export const uncountFiles = (keys: string[]): Promise<void> => queries.deleteStoredFiles({ keys });

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

/** Whose stored files are, and which quota they count towards. */
export type FileOwner = { groupId: string; userId: number | null; kind?: queries.FileKind };

/**
 * Called in the transaction that stores the rows that name kept files: counts them, and once it is committed they stay.
 * @throws AppError too_large when their owner has no room for them
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
  afterCommit(() => {
    for (const { key } of files) unnamed().delete(key);
  });
}

/** The owner of a stored file, for files that came in it. */
export const ownerOf = (key: string): Promise<FileOwner | undefined> => queries.findFileOwner({ key });

/** Deletes stored files whatever names them. */
export async function deleteFiles(keys: string[]): Promise<void> {
  await uncountFiles(keys);
  await Promise.all(keys.map(deleteFile));
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
