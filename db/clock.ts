import { driver } from "./client";

export async function databaseTime(): Promise<number> {
  const [row] = await driver()`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
  return row!.now as number;
}
