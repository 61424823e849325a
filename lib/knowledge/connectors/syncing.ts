import { transaction } from "@/db/transaction";
import type { UploadedFile } from "@/lib/api/contract";
import { createFileTooLargeError } from "@/lib/api/upload-errors";
import { uploadLimits } from "@/lib/api/upload-limits";
import { release } from "@/lib/chat/files/service";
import * as documents from "@/lib/knowledge/documents/service";
import { unseal } from "@/lib/platform/crypto/seal";
import { EgressError } from "@/lib/platform/egress/service";
import { AppError, InvalidInput } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { isQuotaError } from "@/lib/platform/quota/service";
import { storeFile } from "@/lib/platform/storage/service";
import type { ConnectorSource } from "./contract";
import { toLibraryName } from "./library-name";
import type { ConnectorRow } from "./queries";
import * as queries from "./queries/syncing";
import { openSource } from "./registry";
import { type FileContent, type OpenSource, SourceError, type SourceFile } from "./source-types";

/**
 * The steps of a sync. Each step can be repeated, and steps of a superseded run change nothing. The source's listing is
 * stored first, so that each file is processed once despite interruptions. Documents are removed only after a complete
 * listing.
 */

export type SyncRun = queries.SyncRun;

const MB = 1024 * 1024;
// The maximum duration of a step in milliseconds, so that other jobs get their turn.
const STEP = 3000;
const MAX_FILES = 100_000;
const AT_ONCE = 20;
const UNFORESEEN = "Something went wrong during the sync. It will run again on schedule.";
const LOST_SECRET = "The stored secret can no longer be read. Enter it again.";

// Opens the source of a run for `work`. Returns `otherwise` when the run has been superseded.
async function withSource<T>(
  run: SyncRun,
  work: (source: OpenSource, row: ConnectorRow) => Promise<T>,
  otherwise: T,
) {
  const row = await queries.find(run);
  if (!row) return otherwise;
  const { encryptedSecret: sealed, groupId, uuid: connector } = row;
  const secret = sealed === null ? undefined : unseal("connectors", sealed);
  if (sealed !== null && secret === undefined) throw new SourceError(LOST_SECRET);
  const stop = new AbortController();
  const opening = { secret, groupId, connector, signal: stop.signal };
  const source = await openSource(row.source as ConnectorSource, opening);
  try {
    return await work(source, row);
  } finally {
    stop.abort();
    await source.close?.();
  }
}

// Runs a step. An error of the source ends the run with the error's message. Returns false when the run has ended.
async function step(run: SyncRun, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SourceError) && !(error instanceof EgressError)) throw error;
    await fail(run, error.message);
    return false;
  }
}

/** Stores the source's listing. Returns false when the run has ended. */
export const storeListing = (run: SyncRun): Promise<boolean> =>
  step(run, async () => {
    if (!(await queries.updateRun({ ...run, values: { status: "running" } }))) return false;
    return withSource(
      run,
      async (source) => {
        let count = 0;
        for await (const items of source.list()) {
          count += items.length;
          if (count > MAX_FILES)
            throw new SourceError(`The source has more than ${MAX_FILES.toLocaleString("en")} files.`);
          const isStillWanted = await transaction(async () => {
            if (!(await queries.lock(run))) return false;
            await queries.storeListing({ ...run, items });
            return true;
          });
          if (!isStillWanted) return false;
        }
        return true;
      },
      false,
    );
  });

/** Processes new and changed files for up to `STEP` milliseconds. */
export async function processFiles(run: SyncRun): Promise<"more" | "done" | "over"> {
  let left: "more" | "done" = "more";
  const until = performance.now() + STEP;
  const isGoing = await step(run, () =>
    withSource(
      run,
      async (source, row) => {
        while (left === "more" && performance.now() < until) {
          const files = await queries.listPending({ ...run, limit: AT_ONCE });
          if (files.length === 0) left = "done";
          for (const file of files) {
            if (performance.now() >= until) break;
            if (!(await takeFile(run, row, source, file))) return false;
          }
        }
        return true;
      },
      false,
    ),
  );
  return isGoing ? left : "over";
}

// Processes a file. Returns false when the run has been superseded.
async function takeFile(
  run: SyncRun,
  row: ConnectorRow,
  source: OpenSource,
  file: queries.FileRow,
): Promise<boolean> {
  const item: SourceFile = { path: file.path, version: file.listed };
  let stored: UploadedFile | undefined;
  try {
    const taken = await source.read(item, file.taken);
    if (taken === "unchanged") return keep(run, row, file, { version: file.taken });
    stored = await storedFrom(taken, row, file.path);
    const version = taken.version ?? item.version;
    if (stored.sha256 === file.sha256 && file.documentId) return keep(run, row, file, { version });
    const [checked] = await documents.storeUploads(row.groupId, [stored]);
    return await keep(run, row, file, { version, checked });
  } catch (error) {
    const problem = findProblem(error);
    if (problem === undefined) throw error;
    // The next sync retries files that could not be reached or exceeded the quota.
    const isForGood =
      error instanceof SourceError
        ? error.isPermanent
        : !(error instanceof EgressError || isQuotaError(error));
    return keep(run, row, file, { version: isForGood ? item.version : file.taken, problem });
  } finally {
    if (stored) await release([stored]);
  }
}

async function storedFrom(taken: FileContent, row: ConnectorRow, path: string): Promise<UploadedFile> {
  const { fileName } = toLibraryName(row.name, path, taken.name);
  let size = 0;
  const most = uploadLimits.fileMb * MB;
  const tooLarge = createFileTooLargeError(fileName);
  const file = await storeFile(taken.stream, (bytes) => {
    size += bytes;
    if (size > most) taken.stream.destroy(tooLarge);
  }).catch((error: unknown) => {
    throw size > most ? tooLarge : error;
  });
  return { ...file, fileName, claimedType: "" };
}

// Returns the reason why a file is skipped, or undefined when the error concerns the whole source.
function findProblem(error: unknown): string | undefined {
  if (error instanceof InvalidInput) return error.faults[0]?.msg;
  if (error instanceof SourceError || error instanceof EgressError) return error.message;
  if (error instanceof AppError && error.kind !== "unavailable") return error.message;
  return undefined;
}

type SyncedFile = { version: string | null; checked?: documents.CheckedFile; problem?: string };

// Stores the result of a file in one transaction. Returns false when the run has been superseded.
async function keep(
  run: SyncRun,
  row: ConnectorRow,
  file: queries.FileRow,
  { version, checked, problem }: SyncedFile,
) {
  const { id } = run;
  let discard = async () => {};
  const isGoing = await transaction(async () => {
    if (!(await queries.lock(run))) return false;
    // A process that was presumed dead may have processed the file already.
    if (!(await queries.isPending({ ...run, path: file.path }))) return true;
    const done = { taken: version, doneRun: run.run, problem: problem ?? null };
    if (!checked) {
      await queries.updateFile({ id, path: file.path, values: done });
      return true;
    }
    const { folder } = toLibraryName(row.name, file.path);
    // Readers of the collection read what is imported into it, which counts as added by its creator. Changes of its audience
    // lock the collection before its documents, too.
    const { createdBy: maker, ...audience } = await queries.lockAudience({ collectionId: row.collectionId });
    // Removes the previous document first, so that the new one fits into the quota.
    if (file.documentId) discard = await documents.removeDocuments(row.groupId, [file.documentId]);
    const createdBy = audience.usableBy === "group" ? row.createdBy : maker;
    const by = { user: createdBy === null ? null : { id: createdBy }, group: { id: row.groupId } };
    const where = { folder, audience };
    const [document] = await documents.createDocuments(by, where, [checked], { kind: "connectors" });
    await queries.collect({ collectionId: row.collectionId, documentId: document!.id });
    const values = { ...done, sha256: checked.sha256, documentId: document!.id };
    await queries.updateFile({ id, path: file.path, values });
    await queries.count({ ...run, what: file.documentId ? "changed" : "added" });
    return true;
  });
  await discard();
  return isGoing;
}

/** Deletes a batch of files that the source no longer has. Returns true when there may be more. */
export async function remove(run: SyncRun): Promise<boolean> {
  const row = await queries.find(run);
  if (!row) return false;
  let discard = async () => {};
  const isMore = await transaction(async () => {
    if (!(await queries.lock(run))) return false;
    const gone = await queries.listGone({ ...run, limit: 100 });
    if (gone.length === 0) return false;
    const ids = gone.flatMap(({ documentId }) => documentId ?? []);
    discard = await documents.removeDocuments(row.groupId, ids);
    await queries.deleteFiles({ id: run.id, paths: gone.map(({ path }) => path) });
    await queries.count({ ...run, what: "removed", by: ids.length });
    return true;
  });
  await discard();
  return isMore;
}

export const finish = (run: SyncRun) => queries.finish({ ...run, error: null });

/**
 * Ends a run early.
 * @param problem A message for users
 */
export const fail = (run: SyncRun, problem = UNFORESEEN) => {
  log.warn({ connector: run.id, problem }, "a connector could not be synced");
  return queries.finish({ ...run, error: problem });
};
