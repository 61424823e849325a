import { sql } from "drizzle-orm";
import { single } from "@/lib/platform/singleton";
import { db, driver, isEmbedded, isInTransaction, NAME_OF_ALL, nameOfThis } from "./client";

/** What processes on one database tell each other. */
type Channel = "parley_changed" | "parley_events" | "parley_stream" | "parley_stream_readers";

/** How long what was found of other processes is believed. In ms. */
const BELIEVED = 1000;
const last = () => single("others", () => ({ isAlone: Promise.resolve(false), at: -BELIEVED }));

/**
 * Tells the other processes, in a transaction when it commits. A process that
 * is alone tells nobody: each notice would cost a message a tenth of its time.
 * One that has come within the last second may not be known yet, and looks by
 * itself now and then, as whoever listens must: notices can be lost.
 */
export async function notify(channel: Channel, text: string): Promise<void> {
  if (isEmbedded()) return;
  // A transaction keeps its connection, so it must not wait for another.
  if (!isInTransaction() && (await isAlone())) return;
  await db().execute(sql`select pg_notify(${channel}, ${text})`);
}

/** Calls `listener` with what this process and others tell. On the embedded database there is one. */
export async function listen(channel: Channel, listener: (text: string) => void): Promise<void> {
  if (!isEmbedded()) await driver().listen(channel, listener);
}

function isAlone(): Promise<boolean> {
  const found = last();
  if (performance.now() - found.at > BELIEVED)
    Object.assign(found, { isAlone: lookAround().catch(() => false), at: performance.now() });
  return found.isAlone;
}

/** Whether no other process is connected. Behind a pooler, where connections have other names, nobody is known to be alone. */
async function lookAround(): Promise<boolean> {
  const [row] = await driver()`
    select bool_and(starts_with(application_name, ${nameOfThis()})) as is_alone
    from pg_stat_activity
    where datname = current_database() and (application_name like ${`${NAME_OF_ALL}%`} or pid = pg_backend_pid())`;
  return row!.is_alone as boolean;
}
