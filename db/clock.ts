import { driver } from "./client";

/** Returns the database's time in milliseconds since the Unix epoch. */
export async function databaseTime(): Promise<number> {
  const [row] = await driver()`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
  return row!.now as number;
}
