import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { groupMembers } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
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
