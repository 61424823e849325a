import { sql } from "drizzle-orm";
import { dbOutsideTransaction } from "./client";

export async function getDatabaseTime(): Promise<number> {
  const [row] = await dbOutsideTransaction().execute<{ now: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  return row!.now;
}
