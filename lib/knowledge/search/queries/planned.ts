import { sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";

/**
 * Runs queries of a search in one transaction, each planned for what it looks
 * for: a plan for any word and anybody's rights would be good for none.
 * @param settings of the database, as long as this takes
 */
export const planned = <T>(body: () => Promise<T>, settings: Record<string, string> = {}): Promise<T> =>
  transaction(async () => {
    const all = { plan_cache_mode: "force_custom_plan", ...settings };
    const calls = Object.entries(all).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
    await db().execute(sql`select ${sql.join(calls, sql`, `)}`);
    return body();
  });
