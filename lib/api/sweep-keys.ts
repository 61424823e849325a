import * as queries from "./queries";

export async function sweep(): Promise<void> {
  await queries.deleteOldKeys();
  await queries.deleteOldWindows();
}
