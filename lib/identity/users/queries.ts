import { and, asc, eq, isNull, type SQLWrapper, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { groupMembers, groups, users } from "@/db/schema/accounts";
import { chatMembers } from "@/db/schema/chats";
import * as callers from "@/lib/identity/callers/service";
import type { ShortcutName } from "./settings";

type OfUser = { userId: number };

export async function findUser({ userId }: OfUser) {
  const [row] = await db().select().from(users).where(eq(users.id, userId));
  return row;
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export const listGroups = ({ userId }: OfUser) =>
  db()
    .select({
      id: groups.id,
      name: groups.name,
      role: groupMembers.role,
      joinedAt: groupMembers.joinedAt,
      mentionName: groupMembers.mentionName,
      favoriteModels: groupMembers.favoriteModels,
    })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(and(eq(groupMembers.userId, userId), isNull(groups.suspendedAt)))
    .orderBy(asc(groupMembers.joinedAt), asc(groups.name));
export type GroupRow = Awaited<ReturnType<typeof listGroups>>[number];

type OwnAccount = Partial<
  Pick<
    typeof users.$inferInsert,
    "fullName" | "queuesMessages" | "suggestsFollowUps" | "usesMemory" | "sendKey" | "language"
  >
>;
export async function updateUser({ userId, values }: OfUser & { values: OwnAccount }): Promise<void> {
  await db().update(users).set(values).where(eq(users.id, userId));
  if (values.fullName !== undefined) callers.clearCache();
}

export async function wantsFollowUps({ userId }: OfUser): Promise<boolean> {
  const rows = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.suggestsFollowUps, true), isNull(users.disabledAt)));
  return rows.length > 0;
}

type ShortcutChanges = { [Name in ShortcutName]?: string | null };

/** Returns the changed shortcuts of a user; null resets one. */
export async function changeShortcuts({ userId, changes }: OfUser & { changes: ShortcutChanges }) {
  const [row] = await db()
    .update(users)
    .set({ shortcuts: sql`jsonb_strip_nulls(${users.shortcuts} || ${JSON.stringify(changes)}::jsonb)` })
    .where(eq(users.id, userId))
    .returning({ shortcuts: users.shortcuts });
  return row?.shortcuts ?? {};
}

type InGroup = OfUser & { groupId: string };
type Own = Pick<typeof groupMembers.$inferInsert, "mentionName" | "favoriteModels">;
export const updateMember = ({ userId, groupId, values }: InGroup & { values: Own }) =>
  db()
    .update(groupMembers)
    .set(values)
    .where(and(eq(groupMembers.userId, userId), eq(groupMembers.groupId, groupId)));

// Members who can still open the chat; rows of users who left the group remain but grant no access.
const otherMembers = (chatId: SQLWrapper, userId: number) => sql`
  from ${chatMembers} other join ${groupMembers} present
    on present.user_id = other.user_id and present.group_id = other.group_id
  where other.chat_id = ${chatId} and other.user_id <> ${userId}`;

/** Gives chats that would lose their last owner a new one: admins before members, then the earliest member. */
export const transferChats = ({ userId, groupId }: OfUser & { groupId?: string }) =>
  db().execute(sql`
    update ${chatMembers} heir set role = 'owner'
    from (
      select own.chat_id, (
        select other.user_id ${otherMembers(sql`own.chat_id`, userId)}
        order by other.role, other.joined_at, other.user_id limit 1) as user_id
      from ${chatMembers} own
      where own.user_id = ${userId} and own.role = 'owner'
        and ${groupId === undefined ? sql`true` : sql`own.group_id = ${groupId}`}) next
    where heir.chat_id = next.chat_id and heir.user_id = next.user_id
      and heir.role <> 'owner'`);
