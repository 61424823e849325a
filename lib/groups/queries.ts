import { db } from "@/db/client";
import { one } from "@/db/rows";
import { groupMembers, groups } from "@/db/schema/accounts";

export async function insertGroup({ name, ownerId }: { name: string; ownerId: number }) {
  const group = one(await db().insert(groups).values({ name }).returning());
  await db().insert(groupMembers).values({ groupId: group.id, userId: ownerId, role: "owner" });
  return group;
}
