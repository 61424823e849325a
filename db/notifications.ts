import { sql } from "drizzle-orm";
import { createOnce } from "@/lib/platform/once";
import {
  APPLICATION_NAME_PREFIX,
  db,
  dbOutsideTransaction,
  getApplicationName,
  getListener,
  isEmbedded,
  isInTransaction,
} from "./client";

type Channel = "parley_changed" | "parley_events" | "parley_stream" | "parley_stream_readers";

const ALONE_CACHE_MS = 1000;
const last = createOnce(() => ({ isAlone: Promise.resolve(false), at: -ALONE_CACHE_MS }));

/**
 * Publishes to other processes; inside a transaction, on commit. Skipped when this is the only process, because a
 * notification costs a tenth of a message's time. A process that connected within the last second may miss it; since
 * notifications can be lost, every subscriber also polls.
 */
export async function notify(channel: Channel, text: string): Promise<void> {
  if (isEmbedded()) return;
  // A transaction holds its connection and must not wait for a second one.
  if (!isInTransaction() && (await isAlone())) return;
  await db().execute(sql`select pg_notify(${channel}, ${text})`);
}

export async function listen(channel: Channel, listener: (text: string) => void): Promise<void> {
  if (!isEmbedded()) await getListener().listen(channel, listener);
}

function isAlone(): Promise<boolean> {
  const found = last();
  if (performance.now() - found.at > ALONE_CACHE_MS)
    Object.assign(found, { isAlone: queryIsAlone().catch(() => false), at: performance.now() });
  return found.isAlone;
}

// Returns true when no other process is connected; always false behind a pooler that changes connection names.
async function queryIsAlone(): Promise<boolean> {
  const [row] = await dbOutsideTransaction().execute<{ is_alone: boolean }>(sql`
    select bool_and(starts_with(application_name, ${getApplicationName()})) as is_alone
    from pg_stat_activity
    where datname = current_database() and (application_name like ${`${APPLICATION_NAME_PREFIX}%`} or pid = pg_backend_pid())`);
  return row!.is_alone;
}
