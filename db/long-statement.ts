import { sql } from "drizzle-orm";
import { db } from "./client";
import { LONG_STATEMENT_MARKER } from "./embedded/watchdog";

/**
 * Runs a statement without parameters that may exceed the time limit of queries, such as creating an index. Other
 * queries wait meanwhile.
 */
export const executeLong = (statement: string) =>
  db().execute(sql.raw(`${LONG_STATEMENT_MARKER} ${statement}`));
