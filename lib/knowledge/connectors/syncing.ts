import { transaction } from "@/db/transaction";
import { type UploadedFile, uploadLimits } from "@/lib/api/contract";
import { createFileTooLargeError } from "@/lib/api/upload-limits";
import { release } from "@/lib/chat/files/service";
import * as documents from "@/lib/knowledge/documents/service";
import { unseal } from "@/lib/platform/crypto/seal";
import { EgressError } from "@/lib/platform/egress/service";
import { AppError, InvalidInput } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { isQuotaError } from "@/lib/platform/quota/service";
import { storeFile } from "@/lib/platform/storage/service";
import type { ConnectorSource } from "./contract";
import { toLibraryName } from "./names";
import type { ConnectorRow } from "./queries";
import * as queries from "./queries/syncing";
import { openSource } from "./registry";
import { type OpenSource, SourceError, type SourceFile, type Taken } from "./source";

/**
 * The steps of a sync; each may be repeated, and a run that is over changes nothing. What a source lists is noted
 * first, so that every file is dealt with once, whatever happens on the way. Only a listing that came to its end
 * removes anything.
 */

export type SyncRun = queries.SyncRun;

const MB = 1024 * 1024;
/** How long a step takes before others have their turn, in ms. */
const STEP = 3000;
const MAX_FILES = 100_000;
const AT_ONCE = 20;
const UNFORESEEN = "Something went wrong during the sync. It will run again on schedule.";
const LOST_SECRET = "The stored secret can no longer be read. Enter it again.";

/** Opens the source of a run for a while; nothing comes of it when the run is over. */
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

/** Does a step; what the source is to blame for ends the run with a sentence. False when it has ended. */
async function step(run: SyncRun, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SourceError) && !(error instanceof EgressError)) throw error;
    await fail(run, error.message);
    return false;
  }
}

/** Notes what the source has. False when there is nothing to go on with. */
export const list = (run: SyncRun): Promise<boolean> =>
  step(run, async () => {
    if (!(await queries.change({ ...run, values: { status: "running" } }))) return false;
    return withSource(
      run,
      async (source) => {
        let count = 0;
        for await (const items of source.list()) {
          count += items.length;
          if (count > MAX_FILES)
            throw new SourceError(`The source has more than ${MAX_FILES.toLocaleString("en")} files.`);
          const isStillWanted = await transaction(async () => {
            if (!(await queries.hold(run))) return false;
            await queries.noteListed({ ...run, items });
            return true;
          });
          if (!isStillWanted) return false;
        }
        return true;
      },
      false,
    );
  });

/** Takes what is new and what has changed, for some seconds. */
export async function take(run: SyncRun): Promise<"more" | "done" | "over"> {
  let left: "more" | "done" = "more";
  const until = performance.now() + STEP;
  const isGoing = await step(run, () =>
    withSource(
      run,
      async (source, row) => {
        while (left === "more" && performance.now() < until) {
          const files = await queries.pending({ ...run, limit: AT_ONCE });
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

/** False when the run is over. */
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
    // What could not be reached, or had no room, is tried again by the next sync.
    const isForGood =
      error instanceof SourceError
        ? error.isPermanent
        : !(error instanceof EgressError || isQuotaError(error));
    return keep(run, row, file, { version: isForGood ? item.version : file.taken, problem });
  } finally {
    if (stored) await release([stored]);
  }
}

async function storedFrom(taken: Taken, row: ConnectorRow, path: string): Promise<UploadedFile> {
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

/** Why a file is left out, when that concerns it alone. */
function findProblem(error: unknown): string | undefined {
  if (error instanceof InvalidInput) return error.faults[0]?.msg;
  if (error instanceof SourceError || error instanceof EgressError) return error.message;
  if (error instanceof AppError && error.kind !== "unavailable") return error.message;
  return undefined;
}

type SyncedFile = { version: string | null; checked?: documents.CheckedFile; problem?: string };

/** Keeps what came of a file, all of it or nothing. False when the run is over. */
async function keep(
  run: SyncRun,
  row: ConnectorRow,
  file: queries.FileRow,
  { version, checked, problem }: SyncedFile,
) {
  const { id } = run;
  let discard = async () => {};
  const isGoing = await transaction(async () => {
    if (!(await queries.hold(run))) return false;
    // A process that was taken for dead may have been quicker.
    if (!(await queries.isPending({ ...run, path: file.path }))) return true;
    const done = { taken: version, doneRun: run.run, problem: problem ?? null };
    if (!checked) {
      await queries.updateFile({ id, path: file.path, values: done });
      return true;
    }
    const by = { user: row.createdBy === null ? null : { id: row.createdBy }, group: { id: row.groupId } };
    const { folder } = toLibraryName(row.name, file.path);
    // First, so that the new one has its room.
    if (file.documentId) discard = await documents.removeDocuments(row.groupId, [file.documentId]);
    const [document] = await documents.keepDocuments(by, { folder }, [checked], { kind: "connectors" });
    await queries.collect({ collectionId: row.collectionId, documentId: document!.id });
    const values = { ...done, sha256: checked.sha256, documentId: document!.id };
    await queries.updateFile({ id, path: file.path, values });
    await queries.count({ ...run, what: file.documentId ? "changed" : "added" });
    return true;
  });
  await discard();
  return isGoing;
}

/** Removes some of what the source has no more. True when there may be more. */
export async function remove(run: SyncRun): Promise<boolean> {
  const row = await queries.find(run);
  if (!row) return false;
  let discard = async () => {};
  const isMore = await transaction(async () => {
    if (!(await queries.hold(run))) return false;
    const gone = await queries.gone({ ...run, limit: 100 });
    if (gone.length === 0) return false;
    const ids = gone.flatMap(({ documentId }) => documentId ?? []);
    discard = await documents.removeDocuments(row.groupId, ids);
    await queries.forgetFiles({ id: run.id, paths: gone.map(({ path }) => path) });
    await queries.count({ ...run, what: "removed", by: ids.length });
    return true;
  });
  await discard();
  return isMore;
}

export const finish = (run: SyncRun) => queries.finish({ ...run, error: null });

/** Ends a run early. @param problem A sentence for a person */
export const fail = (run: SyncRun, problem = UNFORESEEN) => {
  log.warn({ connector: run.id, problem }, "a connector could not be synced");
  return queries.finish({ ...run, error: problem });
};
