import { and, eq, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { groupMembers, invitations } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chats } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";

export async function getDoneSteps({ userId, groupId }: MemberKey) {
  const sent = sql`select 1 from ${messages} message join ${chats} chat on chat.id = message.chat_id
    where message.from_user_id = ${userId} and chat.group_id = ${groupId}`;
  const rows = await db().execute<
    Record<"isFinished" | "hasSent" | "hasRunAction" | "hasOwnAssistant" | "hasInvited", boolean>
  >(sql`
    select
      exists (select 1 from ${groupMembers}
        where user_id = ${userId} and group_id = ${groupId} and first_steps_done_at is not null) as "isFinished",
      exists (${sent}) as "hasSent",
      exists (${sent} and message.task_id is not null) as "hasRunAction",
      (exists (select 1 from ${virtualAssistants} where group_id = ${groupId} and updated_at > created_at)
        or (select count(*) > 1 from ${virtualAssistants} where group_id = ${groupId})) as "hasOwnAssistant",
      (exists (select 1 from ${invitations} where group_id = ${groupId})
        or (select count(*) > 1 from ${groupMembers} where group_id = ${groupId})) as "hasInvited"`);
  return requireRow([...rows]);
}

export const finish = ({ userId, groupId }: MemberKey) =>
  db()
    .update(groupMembers)
    .set({ firstStepsDoneAt: sql`now()` })
    .where(
      and(
        eq(groupMembers.userId, userId),
        eq(groupMembers.groupId, groupId),
        isNull(groupMembers.firstStepsDoneAt),
      ),
    );
