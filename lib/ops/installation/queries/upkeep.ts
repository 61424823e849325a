import { sql } from "drizzle-orm";
import { db, isEmbedded } from "@/db/client";
import { executeLong } from "@/db/long";

/**
 * Tables that have changed by as much as a server's autovacuum waits for
 * (postgresql.org/docs/current/routine-vacuuming.html#AUTOVACUUM), or that
 * were never counted. `is_near`: an index by nearness would be repaired for
 * minutes.
 */
const CHANGED = sql`
  select c.oid::regclass::text as name, exists (
    select from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am a on a.oid = x.relam
    where i.indrelid = c.oid and a.amname = 'hnsw') as is_near
  from pg_class c join pg_stat_user_tables s on s.relid = c.oid, greatest(c.reltuples, 0) as rows
  where s.n_mod_since_analyze > 50 + 0.1 * rows or s.n_dead_tup > 50 + 0.2 * rows
    or s.n_ins_since_vacuum > 1000 + 0.2 * rows or (c.reltuples < 0 and pg_relation_size(c.oid) > 0)`;

/**
 * Does what autovacuum does for a server: the embedded database has none, so
 * that the room of old rows would never be used again, and a plan that was made
 * while a table was empty would be kept however full it becomes. Some
 * milliseconds for each table; a server's database is left alone.
 */
export async function upkeep(): Promise<void> {
  if (!isEmbedded()) return;
  await db().execute(sql`select pg_stat_force_next_flush()`);
  const changed = await db().execute<{ name: string; is_near: boolean }>(CHANGED);
  for (const { name, is_near: isNear } of changed) {
    const how = isNear ? "analyze, index_cleanup off" : "analyze";
    await executeLong(`vacuum (${how}) ${name}`);
  }
}
