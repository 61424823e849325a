import * as queries from "./queries";

/** Forgets idempotency keys after 24 hours and rate-limit windows that are over. */
export async function sweep(): Promise<void> {
  await queries.deleteOldKeys();
  await queries.deleteOldWindows();
}
