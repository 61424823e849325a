import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { groupMembers } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { documents } from "@/db/schema/documents";
import { messages } from "@/db/schema/messages";
import { webhookDeliveries } from "@/db/schema/webhooks";

export type DeliveryContents = { chatName: string | null; text: string | null; fileName: string | null };

export async function mapContents(which: {
  ids: string[];
  webhookId: number;
  groupId: string;
  userId: number;
}): Promise<Map<string, DeliveryContents>> {
  const { ids, webhookId, groupId, userId } = which;
  if (ids.length === 0) return new Map();
  const told = (name: string) => sql`(delivery.payload #>> ${`{data,${name}}`}::text[])::bigint`;
  const rows = await db().execute<DeliveryContents & { id: string }>(sql`
    select delivery.id, chat.name as "chatName", message.text, document.file_name as "fileName"
    from ${webhookDeliveries} delivery
    join ${groupMembers} own on own.group_id = ${groupId}::uuid and own.user_id = ${userId}::int
    left join ${chats} chat on chat.id = ${told("chat_id")} and chat.group_id = own.group_id
      and exists (select from ${chatMembers} mine where mine.chat_id = chat.id and mine.user_id = own.user_id)
    left join ${messages} message on message.id = ${told("message_id")} and message.chat_id = chat.id
    left join ${documents} document on document.id = ${told("document_id")} and document.group_id = own.group_id
      and (document.chat_id = chat.id or (document.place = 'library' and document.usable_by = 'group' and ${told("chat_id")} is null))
    where delivery.webhook_id = ${webhookId}::int and delivery.id in (${sql.join(
      ids.map((id) => sql`${id}::uuid`),
      sql`, `,
    )})`);
  return new Map([...rows].map(({ id, ...contents }) => [id, contents]));
}
