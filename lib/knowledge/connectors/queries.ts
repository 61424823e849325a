import { and, asc, eq, getTableColumns, inArray, isNotNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { connectorFiles, connectors } from "@/db/schema/connectors";

export type ConnectorRow = typeof connectors.$inferSelect;

const counted = (which: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from ${connectorFiles} file where file.connector_id = ${connectors.id} and ${which})`;
const listed = () =>
  db()
    .select({
      ...getTableColumns(connectors),
      filesCount: counted(sql`file.document_id is not null`),
      skippedCount: counted(sql`file.problem is not null`),
      pendingCount: counted(sql`file.listed_run = connectors.run and file.done_run < connectors.run`),
    })
    .from(connectors)
    .$dynamic();
export type ListedConnector = Awaited<ReturnType<typeof listed>>[number];

export const listConnectors = ({ groupId, collectionId }: GroupKey & { collectionId: number }) =>
  listed()
    .where(and(eq(connectors.groupId, groupId), eq(connectors.collectionId, collectionId)))
    .orderBy(asc(connectors.id));

export async function findConnector({
  groupId,
  id,
}: GroupKey & { id: number }): Promise<ListedConnector | undefined> {
  const [row] = await listed().where(and(eq(connectors.groupId, groupId), eq(connectors.id, id)));
  return row;
}

/** Expects a connector that the caller is authorized to read. */
export const listProblems = ({ id, limit }: { id: number; limit: number }) =>
  db()
    .select({ path: connectorFiles.path, problem: sql<string>`${connectorFiles.problem}` })
    .from(connectorFiles)
    .where(and(eq(connectorFiles.connectorId, id), isNotNull(connectorFiles.problem)))
    .orderBy(asc(connectorFiles.path))
    .limit(limit);

export async function insertConnector(values: typeof connectors.$inferInsert): Promise<ConnectorRow> {
  return requireRow(await db().insert(connectors).values(values).returning());
}

export async function updateConnector({
  groupId,
  id,
  values,
}: GroupKey & { id: number; values: Partial<typeof connectors.$inferInsert> }): Promise<
  ConnectorRow | undefined
> {
  const [row] = await db()
    .update(connectors)
    .set({ ...values, groupId })
    .where(and(eq(connectors.groupId, groupId), eq(connectors.id, id)))
    .returning();
  return row;
}

/** Clears the stored versions, so that the next sync reads every file again. */
export const clearVersions = ({ id }: { id: number }) =>
  db().update(connectorFiles).set({ taken: null }).where(eq(connectorFiles.connectorId, id));

/** Queues a sync. Returns undefined when the connector does not exist or, unless `isAnyway`, is already syncing. */
export async function enqueueSync({ id, isAnyway = false }: { id: number; isAnyway?: boolean }) {
  const [row] = await db()
    .update(connectors)
    .set({
      ...{ status: "queued", error: null, nextRunAt: null, added: 0, changed: 0, removed: 0 },
      ...{ run: sql`${connectors.run} + 1`, startedAt: sql`now()`, finishedAt: null },
    })
    .where(and(eq(connectors.id, id), isAnyway ? undefined : eq(connectors.status, "idle")))
    .returning();
  return row;
}

export const deleteConnector = ({ groupId, id }: GroupKey & { id: number }) =>
  db()
    .delete(connectors)
    .where(and(eq(connectors.groupId, groupId), eq(connectors.id, id)));

export const listDue = ({ limit }: { limit: number }) =>
  db()
    .select({ id: connectors.id })
    .from(connectors)
    .where(and(eq(connectors.status, "idle"), sql`${connectors.nextRunAt} <= now()`))
    .orderBy(asc(connectors.nextRunAt))
    .limit(limit);

/** Returns the ids that belong to existing connectors, in any group. */
export async function filterExistingUuids({ uuids }: { uuids: string[] }): Promise<string[]> {
  if (uuids.length === 0) return [];
  const rows = await db()
    .select({ uuid: connectors.uuid })
    .from(connectors)
    .where(inArray(connectors.uuid, uuids));
  return rows.map(({ uuid }) => uuid);
}
