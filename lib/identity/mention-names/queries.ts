import { sql } from "drizzle-orm";
import type { Seeker } from "@/db/audiences";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { groupMembers, users } from "@/db/schema/accounts";
import { assistantPeople, virtualAssistants } from "@/db/schema/assistants";
import { chats } from "@/db/schema/chats";
import { tasks } from "@/db/schema/tasks";

type Name = { groupId: string; name: string };

export const lockNames = ({ groupId }: { groupId: string }) =>
  db().execute(sql`select pg_advisory_xact_lock(hashtext(${`mentions ${groupId}`}))`);

export async function isTaken({ groupId, name }: Name): Promise<boolean> {
  const rows = await db().execute<{ taken: boolean }>(sql`
    select exists (select 1 from ${chats} where group_id = ${groupId} and mention_name = ${name})
      or exists (select 1 from ${groupMembers} where group_id = ${groupId} and mention_name = ${name})
      or exists (select 1 from ${tasks} where group_id = ${groupId} and mention_name = ${name})
      or exists (select 1 from ${virtualAssistants}
                 where group_id = ${groupId} and mention_name = ${name} and removed_at is null) as taken`);
  return requireRow([...rows]).taken;
}

/** Returns the name of the person or assistant that has a mention name, if the seeker sees them. */
export async function findVisibleOwner({ seeker, name }: { seeker: Seeker; name: string }) {
  const { groupId, userId, isAdmin } = seeker;
  const [owner] = await db().execute<{ name: string }>(sql`
    select person.full_name as name from ${groupMembers} member join ${users} person on person.id = member.user_id
      where member.group_id = ${groupId} and member.mention_name = ${name}
    union all
    select assistant.name from ${virtualAssistants} assistant
      where assistant.group_id = ${groupId} and assistant.mention_name = ${name} and assistant.removed_at is null
        and (assistant.usable_by = 'group' or assistant.created_by = ${userId}::int
          or assistant.usable_by = 'people' and (${isAdmin} or exists (select from ${assistantPeople} chosen
            where chosen.virtual_assistant_id = assistant.id and chosen.user_id = ${userId}::int)))`);
  return owner?.name;
}
