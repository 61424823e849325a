// Samples taken during a soak, from outside and through the probe.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sumRssMb, tree } from "../rig.mjs";

/** Tables that must not grow without bound, and what bounds them. The sweep runs every five minutes. */
export const TABLES = {
  background_events: "swept 7 days after they were carried on",
  background_runs: "swept a day after their end, failed ones after 7 days",
  background_steps: "go with their run",
  streaming_tasks: "swept after 24 hours, when they have ended",
  streaming_chunks: "go with their task",
  chat_events: "swept after 24 hours",
  idempotency_keys: "swept after 24 hours",
  rate_limits: "swept when the window after theirs is over (minutes, hours, days)",
  sessions: "go with the sign-out, or swept after their end",
  public_sessions: "swept after 24 hours without a message, else 30 days after the last use",
  mails: "go when they are sent",
};

const selectCount = (table) => `(select count(*) from ${table})::int as ${table}`;
const ROWS = `select ${Object.keys(TABLES).map(selectCount).join(", ")},
  (select count(*) from background_runs where status = 'queued' and wake_at <= now())::int as waiting,
  (select count(*) from background_runs where status = 'running')::int as running,
  (select count(*) from pg_stat_activity where datname = current_database() and application_name like 'parley%')::int as connections,
  (select count(*) from messages where not is_indexed)::int as unindexed,
  (pg_database_size(current_database()) / 1048576)::int as size,
  (select jsonb_object_agg(relname, pg_total_relation_size(oid) / 1048576.0) from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace) as sizes`;

const filesIn = (folder) => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
  } catch {
    return 0;
  }
};

/** @param product as returned by `startProbed` */
export function watch({ product, dataDir }) {
  const sql = async (text) => (await product.probe(`/rows?sql=${encodeURIComponent(text)}`))[0];
  return {
    sql,
    rows: () => sql(ROWS),
    /** Takes a sample; a `deep` one collects garbage first and counts rows, which takes longer. */
    async sample({ deep }) {
      const { heap, external, lag, handles } = await product.probe(deep ? "/collected" : "/now");
      const common = {
        memory: sumRssMb(product.pid),
        files: readdirSync(`/proc/${product.pid}/fd`).length,
        processes: tree(product.pid).length,
        handles,
        lag,
      };
      if (!deep) return common;
      const uploads = filesIn(join(dataDir, "uploads"));
      const kept = filesIn(join(dataDir, "files"));
      return { ...common, heap, external, uploads, kept, rows: await sql(ROWS) };
    },
  };
}
