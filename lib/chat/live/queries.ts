import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { groupMembers, users } from "@/db/schema/accounts";

const OFFLINE_AFTER_SECONDS = 45;

export const updateLastSeen = ({ userIds }: { userIds: number[] }) =>
  db().update(users).set({ lastSeenAt: sql`now()` }).where(inArray(users.id, userIds));

/** Returns members who went offline within the last 2 × `ms` milliseconds, so that a late check misses nobody. */
export const listWentOffline = ({ groupIds, ms }: { groupIds: string[]; ms: number }) =>
  db()
    .select({ userId: users.id, groupId: groupMembers.groupId })
    .from(users)
    .innerJoin(groupMembers, eq(groupMembers.userId, users.id))
    .where(
      and(
        inArray(groupMembers.groupId, groupIds),
        sql`${users.lastSeenAt} < now() - make_interval(secs => ${OFFLINE_AFTER_SECONDS})`,
        sql`${users.lastSeenAt} > now() - make_interval(secs => ${OFFLINE_AFTER_SECONDS + (2 * ms) / 1000})`,
      ),
    );
