import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { isUsableBy, type Seeker } from "@/db/audiences";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { groupMembers, users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats } from "@/db/schema/chats";
import { tasks } from "@/db/schema/tasks";

const toSqlText = <T>(name: T) => sql<string>`${name}`;

export const listPeopleWithNames = ({ groupId }: GroupKey) =>
  db()
    .select({
      id: users.id,
      full_name: users.fullName,
      mention_name: groupMembers.mentionName,
      avatar_url: users.avatarUrl,
    })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(eq(groupMembers.groupId, groupId))
    .orderBy(asc(users.id));

export async function listNames({ groupId }: GroupKey): Promise<Set<string>> {
  const rows = await db().execute<{ name: string }>(sql`
    select mention_name as name from ${chats} where group_id = ${groupId} and mention_name is not null
    union select mention_name from ${groupMembers} where group_id = ${groupId} and mention_name is not null
    union select mention_name from ${tasks} where group_id = ${groupId} and mention_name is not null
    union select mention_name from ${virtualAssistants}
      where group_id = ${groupId} and mention_name is not null and removed_at is null`);
  return new Set([...rows].map(({ name }) => name));
}

export const listChatsWithNames = ({ groupId, userId }: GroupKey & { userId: number }) =>
  db()
    .select({ id: chats.id, uuid: chats.uuid, name: chats.name, mention_name: toSqlText(chats.mentionName) })
    .from(chatMembers)
    .innerJoin(chats, eq(chats.id, chatMembers.chatId))
    .where(
      and(
        eq(chatMembers.userId, userId),
        eq(chatMembers.groupId, groupId),
        isNotNull(chats.mentionName),
        eq(chats.temp, false),
      ),
    )
    .orderBy(asc(chats.mentionName));

export const listTasksWithNames = (seeker: Seeker) =>
  db()
    .select({ id: tasks.id, name: tasks.name, mention_name: toSqlText(tasks.mentionName) })
    .from(tasks)
    .where(and(isUsableBy(tasks, seeker), isNotNull(tasks.mentionName)))
    .orderBy(asc(tasks.mentionName));
