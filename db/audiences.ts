import { and, type Column, eq, or, type SQL, sql } from "drizzle-orm";
import type { GroupKey } from "./key-types";

/** Caller of a list. Owners and admins of the group also find what is shared with chosen people. */
export type Seeker = GroupKey & { userId: number; isAdmin: boolean };

type AudienceColumns = Record<"groupId" | "usableBy" | "createdBy" | "userIds", Column>;

/** Condition for rows of a table that the seeker may use. */
export const isUsableBy = (table: AudienceColumns, { groupId, userId, isAdmin }: Seeker): SQL | undefined =>
  and(
    eq(table.groupId, groupId),
    or(
      eq(table.usableBy, "group"),
      eq(table.createdBy, userId),
      and(
        eq(table.usableBy, "people"),
        isAdmin ? undefined : sql`${table.userIds} @> ${String(userId)}::jsonb`,
      ),
    ),
  );
