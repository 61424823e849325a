import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { groupMembers, users } from "@/db/schema/accounts";

// Seconds without a heartbeat after which a person counts as offline.
const AWAY_AFTER = 45;

export const updateLastSeen = ({ userIds }: { userIds: number[] }) =>
  db().update(users).set({ lastSeenAt: sql`now()` }).where(inArray(users.id, userIds));

/** Returns members who went offline within the last `ms`, rounded up. */
export const listWentOffline = ({ groupIds, ms }: { groupIds: string[]; ms: number }) =>
  db()
    .select({ userId: users.id, groupId: groupMembers.groupId })
    .from(users)
    .innerJoin(groupMembers, eq(groupMembers.userId, users.id))
    .where(
      and(
        inArray(groupMembers.groupId, groupIds),
        sql`${users.lastSeenAt} < now() - make_interval(secs => ${AWAY_AFTER})`,
        sql`${users.lastSeenAt} > now() - make_interval(secs => ${AWAY_AFTER + (2 * ms) / 1000})`,
      ),
    );
