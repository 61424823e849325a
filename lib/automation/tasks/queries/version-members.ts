import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { groupMembers, users } from "@/db/schema/accounts";
import { chatMembers, taskMembers } from "@/db/schema/chats";
import { tasks } from "@/db/schema/tasks";

type InVersion = GroupKey & { taskId: number; number: number };
export type MembersFrom = { chatId: number } | { number: number };

/** Copies the members whom a chat shows, or those of an earlier version. */
export async function copyMembersToVersion({
  groupId,
  taskId,
  number,
  from,
}: InVersion & { from: MembersFrom }): Promise<void> {
  const source =
    "chatId" in from
      ? sql`${chatMembers} member join ${groupMembers} present
          on present.user_id = member.user_id and present.group_id = member.group_id
          where member.chat_id = ${from.chatId}::int and member.group_id = ${groupId}::uuid`
      : sql`${taskMembers} member join ${tasks} task on task.id = member.task_id
          where member.task_id = ${taskId}::int and member.number = ${from.number}::int
            and task.group_id = ${groupId}::uuid`;
  // Locks the accounts, so that one that is being deleted is left out instead of violating the foreign key.
  await db().execute(sql`
    insert into ${taskMembers} (task_id, number, user_id, role)
    select ${taskId}::int, ${number}::int, person.id, source.role
    from (select member.user_id, member.role from ${source}) source
      join ${users} person on person.id = source.user_id
    for key share of person`);
}

const versionMembers = ({ groupId, taskId, number }: InVersion) =>
  db()
    .select({
      userId: users.id,
      fullName: users.fullName,
      avatarUrl: users.avatarUrl,
      role: taskMembers.role,
      isInGroup: sql<boolean>`${groupMembers.userId} is not null`,
    })
    .from(taskMembers)
    .innerJoin(tasks, eq(tasks.id, taskMembers.taskId))
    .innerJoin(users, eq(users.id, taskMembers.userId))
    .leftJoin(
      groupMembers,
      and(eq(groupMembers.userId, taskMembers.userId), eq(groupMembers.groupId, tasks.groupId)),
    )
    .where(and(eq(tasks.groupId, groupId), eq(tasks.id, taskId), eq(taskMembers.number, number)))
    .orderBy(asc(sql`lower(${users.fullName})`), asc(users.id));
export type VersionMember = Awaited<ReturnType<typeof versionMembers>>[number];

export const listVersionMembers = (which: InVersion): Promise<VersionMember[]> => versionMembers(which);

/** Locks the members' accounts until they are in the chat. Leaves out one that is being deleted. */
export const lockVersionMembers = (which: InVersion): Promise<VersionMember[]> =>
  versionMembers(which).for("key share", { of: users });

export const countChatMembers = ({ groupId, chatId }: GroupKey & { chatId: number }): Promise<number> =>
  db().$count(
    chatMembers,
    and(
      eq(chatMembers.chatId, chatId),
      sql`exists (select from ${groupMembers} present
        where present.user_id = ${chatMembers.userId} and present.group_id = ${groupId}::uuid)`,
    ),
  );
