import * as queries from "./queries/passages";

/** More are not counted. */
const MOST = 100_000;
/** A message is found by its words within seconds, and by its meaning soon after; whoever waits longer than this is behind. In seconds. */
const SOON = 60;

/** Messages of the installation that wait to be indexed (100,000 at the most), and how old the oldest is, in seconds. */
export const backlog = () => queries.unindexed({ limit: MOST });

/** Since when messages of a group wait to be indexed; null when none does for longer than a minute. */
export async function behindSince(groupId: string): Promise<Date | null> {
  const { oldestAt, seconds } = await queries.unindexed({ groupId, limit: 1 });
  return seconds > SOON ? oldestAt : null;
}
