import { sql } from "drizzle-orm";
import { db } from "./client";
import { LONG } from "./embedded/watchdog";

/** Runs a statement without parameters that may take longer than a query has, such as making an index; what is asked meanwhile waits. */
export const executeLong = (statement: string) => db().execute(sql.raw(`${LONG} ${statement}`));
