import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { authorizeLibrary } from "@/lib/identity/groups/service";
import * as collections from "@/lib/knowledge/collections/service";
import { removeDocuments } from "@/lib/knowledge/documents/service";
import { emit } from "@/lib/platform/background/service";
import { assertBelowCap } from "@/lib/platform/count-limits/service";
import { seal } from "@/lib/platform/crypto/seal";
import { AppError, conflict, invalid, notFound } from "@/lib/platform/errors";
import { workFolders } from "@/lib/platform/storage/service";
import type { ConnectorCreate, ConnectorSource, ConnectorUpdate } from "./contract";
import * as queries from "./queries";
import { listDocumentIds } from "./queries/syncing";
import { checkSource } from "./registry";
import { SourceError } from "./source-types";
import { listAllowedFolders } from "./sources/folder";

export * as syncing from "./syncing";

/**
 * Connectors: external sources whose files are synced as documents of a collection. Members who may change the
 * collection manage its connectors.
 */

const PROBLEMS = 50;

async function toConnectorItem(row: queries.ListedConnector) {
  return {
    id: row.id,
    uuid: row.uuid,
    collection_id: row.collectionId,
    name: row.name,
    source: row.source as ConnectorSource,
    has_secret: row.encryptedSecret !== null,
    schedule: row.schedule,
    status: row.status,
    files_count: row.filesCount,
    pending_count: row.status === "idle" ? 0 : row.pendingCount,
    last_run: row.startedAt && {
      started_at: row.startedAt.toISOString(),
      finished_at: row.finishedAt?.toISOString() ?? null,
      added: row.added,
      changed: row.changed,
      removed: row.removed,
      skipped: row.skippedCount,
      error: row.error,
    },
    next_run_at: row.nextRunAt?.toISOString() ?? null,
    problems: row.skippedCount === 0 ? [] : await queries.listProblems({ id: row.id, limit: PROBLEMS }),
    created_at: row.createdAt.toISOString(),
  };
}

/**
 * Returns a connector of a collection that the viewer may change.
 * @throws AppError not_found, forbidden
 */
async function getConnector(viewer: Viewer, id: number) {
  const row = await queries.findConnector({ groupId: viewer.group.id, id });
  if (!row) throw notFound("Connector");
  await collections.getChangeable(viewer, row.collectionId).catch((error: unknown) => {
    // The viewer doesn't read its collection.
    throw error instanceof AppError && error.kind === "not_found" ? notFound("Connector") : error;
  });
  return row;
}

/** @throws AppError not_found, forbidden */
export async function list(viewer: Viewer, collectionId: number) {
  await collections.getChangeable(viewer, collectionId);
  const rows = await queries.listConnectors({ groupId: viewer.group.id, collectionId });
  return Promise.all(rows.map(toConnectorItem));
}

/** @throws AppError not_found, forbidden */
export const get = async (viewer: Viewer, id: number) => toConnectorItem(await getConnector(viewer, id));

async function check({ group }: Viewer, source: ConnectorSource): Promise<void> {
  await checkSource(source, group.id).catch((error: unknown) => {
    throw error instanceof SourceError ? invalid(["body", "source"], error.message) : error;
  });
}

const sealed = (secret: string) => seal("connectors", secret);

/**
 * @throws AppError not_found, forbidden, conflict when there are too many; InvalidInput for a source that may not be
 * read
 */
export async function create(viewer: Viewer, collectionId: number, input: z.output<typeof ConnectorCreate>) {
  const { usableBy } = await collections.getChangeable(viewer, collectionId);
  await authorizeLibrary(viewer, { isShared: usableBy !== "creator" });
  const { name, source, secret, schedule } = input;
  await check(viewer, source);
  const id = await transaction(async () => {
    await collections.lock(viewer, collectionId);
    await assertBelowCap("connectors", { groupId: viewer.group.id, userId: viewer.user.id });
    const row = await queries.insertConnector({
      ...{ groupId: viewer.group.id, createdBy: viewer.user.id, collectionId, name, source, schedule },
      encryptedSecret: secret === undefined ? null : sealed(secret),
    });
    await start(row.id);
    return row.id;
  });
  return get(viewer, id);
}

/** @throws AppError not_found, forbidden; InvalidInput for a source that may not be read */
export async function update(viewer: Viewer, id: number, change: z.output<typeof ConnectorUpdate>) {
  const before = await getConnector(viewer, id);
  const { name, source, secret, schedule = before.schedule } = change;
  const isElsewhere = source !== undefined && !isDeepStrictEqual(source, before.source);
  if (isElsewhere) await check(viewer, source);
  await transaction(async () => {
    const values = {
      ...{ name, source, schedule },
      // A stored secret is sent only to the address that it was entered for.
      encryptedSecret: secret === undefined ? (isElsewhere ? null : undefined) : sealed(secret),
      nextRunAt: schedule === before.schedule ? undefined : nextAfter(before, schedule),
    };
    if (!(await queries.updateConnector({ groupId: viewer.group.id, id, values })))
      throw notFound("Connector");
    if (isElsewhere) await queries.clearVersions({ id });
    if (isElsewhere || secret !== undefined) await start(id, true);
  });
  return get(viewer, id);
}

const HOURS = { hourly: 1, daily: 24 };
// Returns the time of the next sync; null when the schedule is off, and during a sync, which sets the time at its end.
function nextAfter({ status, finishedAt }: queries.ConnectorRow, schedule: "off" | "hourly" | "daily") {
  if (status !== "idle" || schedule === "off") return null;
  return new Date((finishedAt?.getTime() ?? 0) + HOURS[schedule] * 3_600_000);
}

/** @throws AppError not_found, forbidden */
export async function remove(viewer: Viewer, id: number, { keepDocuments }: { keepDocuments: boolean }) {
  await getConnector(viewer, id);
  const groupId = viewer.group.id;
  const discard = await transaction(async () => {
    const ids = keepDocuments ? [] : await listDocumentIds({ id });
    await queries.deleteConnector({ groupId, id });
    return removeDocuments(groupId, ids);
  });
  await discard();
  const what = keepDocuments ? "Its documents are kept in the library." : "Its documents were deleted.";
  return { success: true as const, message: `The connector was removed. ${what}` };
}

/** @throws AppError not_found, forbidden, conflict while it runs */
export async function sync(viewer: Viewer, id: number) {
  await getConnector(viewer, id);
  if (!(await transaction(() => start(id)))) throw conflict("This connector is being synced.");
  return get(viewer, id);
}

// Starts a sync within the caller's transaction. Returns false when one is already running.
async function start(id: number, isAnyway = false): Promise<boolean> {
  const row = await queries.enqueueSync({ id, isAnyway });
  if (row) await emit("connector.due", { connector_id: id, run: row.run, group_id: row.groupId });
  return row !== undefined;
}

export async function sweep(): Promise<void> {
  const names = (await workFolders.list()).filter((name) => isUuid.test(name));
  const kept = new Set(await queries.filterExistingUuids({ uuids: names }));
  for (const name of names) if (!kept.has(name)) await workFolders.remove(name);
}
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const AT_ONCE = 100;
export async function startDue(): Promise<void> {
  for (const { id } of await queries.listDue({ limit: AT_ONCE })) await transaction(() => start(id));
}

export const listFolders = ({ group }: Viewer): string[] => listAllowedFolders(group.id);
