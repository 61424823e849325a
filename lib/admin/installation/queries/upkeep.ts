import { sql } from "drizzle-orm";
import { db, isEmbedded } from "@/db/client";
import { executeLong } from "@/db/long-statement";

// Tables that exceed autovacuum's default thresholds
// (postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM), or were never analyzed. `is_near` marks tables
// with an HNSW index, whose cleanup would take minutes.
const CHANGED = sql`
  select c.oid::regclass::text as name, exists (
    select from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am a on a.oid = x.relam
    where i.indrelid = c.oid and a.amname = 'hnsw') as is_near
  from pg_class c join pg_stat_user_tables s on s.relid = c.oid, greatest(c.reltuples, 0) as rows
  where s.n_mod_since_analyze > 50 + 0.1 * rows or s.n_dead_tup > 50 + 0.2 * rows
    or s.n_ins_since_vacuum > 1000 + 0.2 * rows or (c.reltuples < 0 and pg_relation_size(c.oid) > 0)`;

/**
 * Vacuums and analyzes tables of the embedded database, which has no autovacuum: otherwise dead rows would never be
 * reused and plans would use statistics of empty tables. Takes some milliseconds per table. Does nothing on a
 * PostgreSQL server.
 */
export async function vacuumEmbeddedTables(): Promise<void> {
  if (!isEmbedded()) return;
  await db().execute(sql`select pg_stat_force_next_flush()`);
  const changed = await db().execute<{ name: string; is_near: boolean }>(CHANGED);
  for (const { name, is_near: isNear } of changed) {
    const how = isNear ? "analyze, index_cleanup off" : "analyze";
    await executeLong(`vacuum (${how}) ${name}`);
  }
}
