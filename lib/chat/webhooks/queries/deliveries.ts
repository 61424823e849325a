import { sql } from "drizzle-orm";
import { db, isEmbedded } from "@/db/client";
import { chats } from "@/db/schema/chats";
import { documents } from "@/db/schema/documents";
import { chatEvents } from "@/db/schema/events";
import { messages, streamingTasks } from "@/db/schema/messages";
import { webhookDeliveries, webhooks } from "@/db/schema/webhooks";
import type { EventKind } from "@/lib/chat/events/service";
import { VISITOR_KEY } from "@/lib/identity/access/service";
import { hasMaker } from "./owner";

// Upper bound on the duration of a transaction that inserts events, which may commit after events with higher ids.
const LATE = sql`interval '10 seconds'`;
const LOCK = "parley webhooks";

export async function hasWebhooks(): Promise<boolean> {
  const rows = await db().select({ id: webhooks.id }).from(webhooks).where(sql`is_enabled`).limit(1);
  return rows.length > 0;
}

/** Elects one collector among all processes, with an advisory lock until the transaction ends. */
export async function acquireCollectorLock(): Promise<boolean> {
  if (isEmbedded()) return true;
  const rows = await db().execute<{ alone: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext(${LOCK})) as alone`,
  );
  return [...rows][0]?.alone === true;
}

/** Returns an id below which no pending transaction can still add an event. */
export async function getSettledEventId(): Promise<number> {
  const rows = await db().execute<{ id: string }>(
    sql`select coalesce(max(id), 0) as id from ${chatEvents} where created_at < now() - ${LATE}`,
  );
  return Number([...rows][0]?.id ?? 0);
}

/** Event joined with a webhook. Fields that do not apply to its kind are null. */
export type LoggedEvent = {
  eventId: number;
  kind: EventKind;
  at: string;
  hookId: number;
  events: string[];
  groupId: string;
  chatId: number;
  chatUuid: string;
  publicChatId: number | null;
  messageId: number | null;
  userType: string | null;
  userId: number | null;
  assistantId: number | null;
  replyingToId: number | null;
  taskId: string | null;
  questionId: number | null;
  status: string | null;
  replyIds: number[] | null;
  documentId: number | null;
  mimeType: string | null;
  size: number | null;
};

export async function listEventsAfter({
  after,
  limit,
}: {
  after: number;
  limit: number;
}): Promise<LoggedEvent[]> {
  const rows = await db().execute<LoggedEvent & { eventId: string }>(sql`
    select event.id as "eventId", event.kind, to_json(event.created_at) #>> '{}' as at, hook.id as "hookId",
      to_jsonb(hook.events) as events, hook.group_id as "groupId", chat.id as "chatId", chat.uuid as "chatUuid",
      case when chat.standing_key = ${VISITOR_KEY} then chat.parent_chat_id end as "publicChatId",
      message.id as "messageId", message.user_type as "userType", message.from_user_id as "userId",
      message.from_virtual_assistant_id as "assistantId", message.replying_to_id as "replyingToId",
      task.id as "taskId", task.user_message_id as "questionId", event.data->>'status' as status,
      to_jsonb(task.message_ids) as "replyIds",
      document.id as "documentId", document.mime_type as "mimeType", document.size
    from ${chatEvents} event
    join ${chats} chat on chat.id = event.chat_id
    join ${webhooks} hook on hook.group_id = chat.group_id and hook.is_enabled and event.created_at > hook.updated_at
      and ${hasMaker("hook")}
    left join ${messages} message on event.kind = 'message.created' and message.id = (event.data->>'message_id')::bigint
    left join ${streamingTasks} task on event.kind = 'reply.finished'
      and task.id = (event.data->>'streaming_task_id')::uuid
    left join ${documents} document on event.kind = 'document.updated' and document.status = 'ready'
      and document.id = (event.data->>'document_id')::int
    where event.id > ${after}::bigint
      and event.kind in ('message.created', 'reply.finished', 'document.updated', 'chat.added')
      and (event.kind <> 'chat.added' or chat.created_at > event.created_at - ${LATE})
    order by event.id, hook.id limit ${limit}::int`);
  return [...rows].map((row) => ({ ...row, eventId: Number(row.eventId) }));
}

type NewDelivery = Pick<
  typeof webhookDeliveries.$inferInsert,
  "webhookId" | "event" | "subject" | "payload"
> & {
  id: string;
};

export const insertDeliveries = (values: NewDelivery[]) =>
  db()
    .insert(webhookDeliveries)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: webhookDeliveries.id, webhookId: webhookDeliveries.webhookId });
