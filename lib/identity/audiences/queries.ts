import { and, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { groupMembers } from "@/db/schema/accounts";

export async function filterMembers({ groupId, ids }: GroupKey & { ids: number[] }): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .select({ id: groupMembers.userId })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), inArray(groupMembers.userId, ids)));
  return rows.map(({ id }) => id);
}
