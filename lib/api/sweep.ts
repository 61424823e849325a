import * as queries from "./queries";

/** Deletes idempotency keys after 24 hours, and expired rate limit windows. */
export async function sweep(): Promise<void> {
  await queries.deleteOldKeys();
  await queries.deleteOldWindows();
}
