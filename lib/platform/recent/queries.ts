import { sql } from "drizzle-orm";
import { db, driver, isEmbedded } from "@/db/client";

const CHANNEL = "parley_changed";

/** Tells the other processes that something has changed. The embedded database has one process. */
export async function tellChange(what: string): Promise<void> {
  if (!isEmbedded()) await db().execute(sql`select pg_notify(${CHANNEL}, ${what})`);
}

/** Calls `listener` with what another process tells of by `tellChange`. */
export async function listenToChanges(listener: (what: string) => void): Promise<void> {
  if (!isEmbedded()) await driver().listen(CHANNEL, listener);
}
