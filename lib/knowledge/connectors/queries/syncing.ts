import { and, asc, eq, inArray, isNotNull, lt, ne, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { connectorFiles, connectors } from "@/db/schema/connectors";
import { collectionDocuments, collections } from "@/db/schema/documents";
import type { ConnectorRow } from "../queries";
import type { SourceFile } from "../source-types";

/** A run of a sync. Writes of a run have no effect once a newer run has started. */
export type SyncRun = { id: number; run: number };
export type FileRow = typeof connectorFiles.$inferSelect;

const isWanted = ({ id, run }: SyncRun) =>
  and(eq(connectors.id, id), eq(connectors.run, run), ne(connectors.status, "idle"));

export async function find(run: SyncRun): Promise<ConnectorRow | undefined> {
  const [row] = await db().select().from(connectors).where(isWanted(run));
  return row;
}

/**
 * Returns the connector of a current run and locks it, so that it is neither deleted nor queued again until the
 * transaction ends.
 */
export async function lock(run: SyncRun): Promise<ConnectorRow | undefined> {
  const [row] = await db().select().from(connectors).where(isWanted(run)).for("no key update");
  return row;
}

export async function updateRun({
  values,
  ...run
}: SyncRun & { values: Record<string, unknown> }): Promise<ConnectorRow | undefined> {
  const [row] = await db()
    .update(connectors)
    .set(values as Partial<ConnectorRow>)
    .where(isWanted(run))
    .returning();
  return row;
}

export const finish = ({ error, ...run }: SyncRun & { error: string | null }) =>
  updateRun({
    ...run,
    values: {
      status: "idle",
      error,
      finishedAt: sql`now()`,
      nextRunAt: sql`case schedule when 'hourly' then now() + interval '1 hour' when 'daily' then now() + interval '1 day' end`,
    },
  });

const COUNTS = { added: connectors.added, changed: connectors.changed, removed: connectors.removed };
export const count = ({ what, by = 1, ...run }: SyncRun & { what: keyof typeof COUNTS; by?: number }) =>
  updateRun({ ...run, values: { [what]: sql`${COUNTS[what]} + ${by}` } });

/** Stores a batch of the source's listing. Files with an unchanged version are marked as processed. */
export async function storeListing({ id, run, items }: SyncRun & { items: SourceFile[] }): Promise<void> {
  if (items.length === 0) return;
  await db().execute(sql`
    insert into connector_files (connector_id, path, listed, listed_run)
    select ${id}::int, item.path, item.version, ${run}::int
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (path text, version text)
    on conflict (connector_id, path) do update set listed = excluded.listed, listed_run = excluded.listed_run,
      done_run = case when connector_files.taken = excluded.listed then excluded.listed_run
        else connector_files.done_run end`);
}

export const listPending = ({ id, run, limit }: SyncRun & { limit: number }): Promise<FileRow[]> =>
  db()
    .select()
    .from(connectorFiles)
    .where(
      and(
        eq(connectorFiles.connectorId, id),
        eq(connectorFiles.listedRun, run),
        lt(connectorFiles.doneRun, run),
      ),
    )
    .orderBy(asc(connectorFiles.path))
    .limit(limit);

/** Returns true when the run has not processed the file yet. Expects a transaction that has locked the connector. */
export async function isPending({ id, run, path }: SyncRun & { path: string }): Promise<boolean> {
  const rows = await db()
    .select({ path: connectorFiles.path })
    .from(connectorFiles)
    .where(
      and(eq(connectorFiles.connectorId, id), eq(connectorFiles.path, path), lt(connectorFiles.doneRun, run)),
    );
  return rows.length > 0;
}

export const updateFile = ({
  id,
  path,
  values,
}: {
  id: number;
  path: string;
  values: Partial<typeof connectorFiles.$inferInsert>;
}) =>
  db()
    .update(connectorFiles)
    .set(values)
    .where(and(eq(connectorFiles.connectorId, id), eq(connectorFiles.path, path)));

export const listGone = ({ id, run, limit }: SyncRun & { limit: number }) =>
  db()
    .select({ path: connectorFiles.path, documentId: connectorFiles.documentId })
    .from(connectorFiles)
    .where(and(eq(connectorFiles.connectorId, id), ne(connectorFiles.listedRun, run)))
    .limit(limit);

export const deleteFiles = ({ id, paths }: { id: number; paths: string[] }) =>
  db()
    .delete(connectorFiles)
    .where(and(eq(connectorFiles.connectorId, id), inArray(connectorFiles.path, paths)));

export async function listDocumentIds({ id }: { id: number }): Promise<number[]> {
  const rows = await db()
    .select({ id: sql<number>`${connectorFiles.documentId}` })
    .from(connectorFiles)
    .where(and(eq(connectorFiles.connectorId, id), isNotNull(connectorFiles.documentId)));
  return rows.map((row) => row.id);
}

/** Returns the audience and the creator of a collection, which stay until the transaction ends. */
export async function lockAudience({ collectionId }: { collectionId: number }) {
  const rows = await db()
    .select({
      usableBy: collections.usableBy,
      userIds: collections.userIds,
      createdBy: collections.createdBy,
    })
    .from(collections)
    .where(eq(collections.id, collectionId))
    .for("share");
  return requireRow(rows);
}

/** Adds a document to a connector's collection. Expects a transaction that has locked the connector. */
export const collect = (values: { collectionId: number; documentId: number }) =>
  db().insert(collectionDocuments).values(values).onConflictDoNothing();
