import { getDriver } from "./client";

export async function getDatabaseTime(): Promise<number> {
  const [row] = await getDriver()`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
  return row!.now as number;
}
