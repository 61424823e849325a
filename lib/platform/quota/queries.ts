import { eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { storedBytes } from "@/db/schema/storage";

type StoredSum = { owner: string; kind: string; bytes: number; changes: number };

/** Serializes transactions that store something for the same owners, with advisory locks held until commit. */
export async function lockOwners(owners: string[]): Promise<void> {
  for (const owner of owners)
    await db().execute(sql`select pg_advisory_xact_lock(hashtext(${`storage ${owner}`}::text))`);
}

export const sumBytes = (owners: string[]): Promise<StoredSum[]> =>
  db()
    .select({
      owner: storedBytes.owner,
      kind: storedBytes.kind,
      bytes: sql<number>`sum(${storedBytes.bytes})::float8`,
      changes: sql<number>`count(*)::int`,
    })
    .from(storedBytes)
    .where(inArray(storedBytes.owner, owners))
    .groupBy(storedBytes.owner, storedBytes.kind);

/** Merges the rows of each kind into one. Concurrent readers see either the rows or their sum. */
export async function foldChanges(owner: string): Promise<void> {
  await db().execute(sql`
    with changes as (delete from ${storedBytes} where ${eq(storedBytes.owner, owner)} returning kind, bytes)
    insert into ${storedBytes} (owner, kind, bytes)
    select ${owner}::text, kind, sum(bytes) from changes group by kind having sum(bytes) <> 0`);
}

export async function listUnfolded(): Promise<string[]> {
  const rows = await db()
    .selectDistinct({ owner: storedBytes.owner })
    .from(storedBytes)
    .groupBy(storedBytes.owner, storedBytes.kind)
    .having(sql`count(*) > 1`);
  return rows.map(({ owner }) => owner);
}
