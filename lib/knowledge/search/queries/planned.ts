import { sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";

/**
 * Runs queries of a search in one transaction. Plans each query for its actual parameters, because a generic plan for
 * any words and permissions would be slow.
 * @param settings PostgreSQL settings for the duration of the transaction
 */
export const runPlanned = <T>(body: () => Promise<T>, settings: Record<string, string> = {}): Promise<T> =>
  transaction(async () => {
    const all = { plan_cache_mode: "force_custom_plan", ...settings };
    const calls = Object.entries(all).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
    await db().execute(sql`select ${sql.join(calls, sql`, `)}`);
    return body();
  });
