import { and, eq, sql } from "drizzle-orm";
import { isUsableBy, type Seeker } from "@/db/audiences";
import { db } from "@/db/client";
import { isCollectionReadable } from "@/db/readable-documents";
import { users } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { documents } from "@/db/schema/documents";
import { messages } from "@/db/schema/messages";
import { tasks } from "@/db/schema/tasks";

type Beside = { message_id: number | null; chat: { uuid: string; name: string } | null };
const MAX_BRANCHES = 100;

export async function getDetails({ chatId, ...seeker }: Seeker & { chatId: number }) {
  const named = sql`case when exists (select from ${chatMembers} own where own.chat_id = other.id
    and own.user_id = ${seeker.userId} and own.group_id = ${seeker.groupId})
    then json_build_object('uuid', other.uuid, 'name', other.name) end`;
  const [row] = await db()
    .select({
      canvas: chats.canvas,
      sourceTask: { id: tasks.id, name: tasks.name, latestVersion: tasks.latestVersion },
      creator: { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl },
      documentsCount: sql<number>`(select count(*)::int from ${documents} where ${documents.chatId} = ${chats.id})`,
      collections: sql<{ id: number; name: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', attached.id, 'name', attached.name) order by lower(attached.name))
        from chat_collections join collections attached on attached.id = chat_collections.collection_id
        where chat_collections.chat_id = ${chats.id}
          and ${isCollectionReadable({ groupId: seeker.groupId, userId: seeker.userId }, "attached")}), '[]')`,
      branchedFrom: sql<Beside | null>`(
        select json_build_object('message_id', (select said.id from ${messages} said
          where said.id = ${chats.branchedFromMessageId} and said.chat_id = other.id and said.aside_with_id is null), 'chat', ${named})
        from ${chats} other where other.id = ${chats.branchedFromChatId})`,
      branches: sql<(Beside & { message_id: number })[]>`coalesce((
        select json_agg(json_build_object('message_id', other.branched_from_message_id, 'chat', ${named}) order by other.id)
        from (select * from ${chats} newest where newest.branched_from_chat_id = ${chats.id}
          order by newest.id desc limit ${MAX_BRANCHES}) other), '[]')`,
    })
    .from(chats)
    .leftJoin(users, eq(users.id, chats.createdBy))
    .leftJoin(tasks, and(eq(tasks.id, chats.sourceTaskId), isUsableBy(tasks, seeker)))
    .where(eq(chats.id, chatId));
  return row;
}
