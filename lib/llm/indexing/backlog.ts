import * as queries from "./queries/passages";

const MAX_COUNTED = 100_000;
// Seconds after which an unindexed message counts as delayed. Indexing normally takes a few seconds.
const MAX_USUAL_AGE_SECONDS = 60;

/**
 * Returns the number of messages in the installation that wait to be indexed (counted up to 100,000) and the age of
 * the oldest in seconds.
 */
export const getBacklog = () => queries.countUnindexed({ limit: MAX_COUNTED });

// Age of the oldest unindexed message from which indexing no longer yields to requests. If it always yielded, the
// backlog would reach a minute.
const MAX_YIELDING_AGE_SECONDS = 10;

export async function isFallingBehind(groupId: string): Promise<boolean> {
  const { seconds } = await queries.countUnindexed({ groupId, limit: 1 });
  return seconds > MAX_YIELDING_AGE_SECONDS;
}

/**
 * Returns the time of a group's oldest message that waits to be indexed; null when none has waited for more than a
 * minute.
 */
export async function getBehindSince(groupId: string): Promise<Date | null> {
  const { oldestAt, seconds } = await queries.countUnindexed({ groupId, limit: 1 });
  return seconds > MAX_USUAL_AGE_SECONDS ? oldestAt : null;
}
