import { sql } from "drizzle-orm";
import { db, isEmbedded } from "./client";
import { watch } from "./embedded/watchdog";

/**
 * Does what may take longer than a query has, such as making an index; what is
 * asked meanwhile waits and is not ended. Begins when what was asked before is
 * answered: the patience is not for a query in front that never ends.
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  if (isEmbedded()) await db().execute(sql`select 1`);
  watch().working += 1;
  try {
    return await work();
  } finally {
    watch().working -= 1;
  }
}
