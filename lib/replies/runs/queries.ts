import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { arrivalColumns, noteArrival } from "@/db/message-arrivals";
import { buildOnce } from "@/db/query-cache";
import { groups, users } from "@/db/schema/accounts";
import { chats } from "@/db/schema/chats";
import { chatEvents } from "@/db/schema/events";
import { isOpenRun, messageReactions, messages, streamingTasks } from "@/db/schema/messages";
import { usage } from "@/db/schema/usage";
import { processId } from "@/lib/platform/singleton";
import { ALIVE } from "./queries/claims";

export type TaskRow = typeof streamingTasks.$inferSelect;

export const isOpen = ({ status }: Pick<TaskRow, "status">): boolean =>
  ["queued", "running"].includes(status);

export const insertTask = (values: typeof streamingTasks.$inferInsert) =>
  db()
    .insert(streamingTasks)
    .values({ ...values, heartbeatAt: values.heartbeatAt ? ALIVE : null });

export async function findTask({ id }: { id: string }): Promise<TaskRow | undefined> {
  const [row] = await db().select().from(streamingTasks).where(eq(streamingTasks.id, id));
  return row;
}

export async function findNewestTask({
  userMessageId,
}: {
  userMessageId: number;
}): Promise<TaskRow | undefined> {
  const [row] = await db()
    .select()
    .from(streamingTasks)
    .where(eq(streamingTasks.userMessageId, userMessageId))
    .orderBy(desc(streamingTasks.createdAt))
    .limit(1);
  return row;
}

export const listOpenTasks = ({ chatId }: { chatId: number }) =>
  db()
    .select({
      id: streamingTasks.id,
      userMessageId: streamingTasks.userMessageId,
      assistantIds: streamingTasks.assistantIds,
      model: streamingTasks.model,
      position: streamingTasks.position,
    })
    .from(streamingTasks)
    .where(and(eq(streamingTasks.chatId, chatId), isOpenRun))
    .orderBy(asc(streamingTasks.createdAt), asc(streamingTasks.position));

export const openTasksBy = ({ groupId, userId }: { groupId?: string; userId?: number }) =>
  db()
    .select({ id: streamingTasks.id })
    .from(streamingTasks)
    .innerJoin(messages, eq(messages.id, streamingTasks.userMessageId))
    .innerJoin(chats, eq(chats.id, streamingTasks.chatId))
    .where(
      and(
        isOpenRun,
        groupId === undefined ? undefined : eq(chats.groupId, groupId),
        userId === undefined ? undefined : eq(messages.fromUserId, userId),
      ),
    );

export const askToStop = ({ id }: { id: string }) =>
  db()
    .update(streamingTasks)
    .set({ isStopAsked: true, isPauseAsked: false })
    .where(and(eq(streamingTasks.id, id), isOpenRun));

export async function endTask(
  values: Pick<TaskRow, "id" | "status" | "error" | "messageIds" | "steps">,
): Promise<boolean> {
  const { id, status, error, messageIds, steps } = values;
  const rows = await db()
    .update(streamingTasks)
    .set({ status, error, messageIds, steps, finishedAt: status === "running" ? null : sql`now()` })
    .where(and(eq(streamingTasks.id, id), isOpenRun, eq(streamingTasks.owner, processId())))
    .returning({ id: streamingTasks.id });
  return rows.length > 0;
}

export const deleteOldTasks = () =>
  db()
    .delete(streamingTasks)
    .where(
      and(
        lt(streamingTasks.createdAt, sql`now() - interval '24 hours'`),
        sql`status not in ('queued', 'running')`,
      ),
    );

export async function findMaterial({ chatId, messageId }: { chatId: number; messageId: number }) {
  const [row] = await db()
    .select({
      chat: chats,
      message: messages,
      authorName: users.fullName,
      isSuspended: sql<boolean>`${users.disabledAt} is not null or ${groups.suspendedAt} is not null`,
    })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(groups, eq(groups.id, chats.groupId))
    .leftJoin(users, eq(users.id, messages.fromUserId))
    .where(and(eq(messages.id, messageId), eq(messages.chatId, chatId)));
  return row;
}
export type ReplyInput = Omit<NonNullable<Awaited<ReturnType<typeof findMaterial>>>, "isSuspended">;

export const listRepliesByIds = ({ ids }: { ids: number[] }) =>
  ids.length === 0
    ? Promise.resolve([])
    : db().select().from(messages).where(inArray(messages.id, ids)).orderBy(asc(messages.id));

export const deleteReplies = ({ ids }: { ids: number[] }) =>
  db().delete(messages).where(inArray(messages.id, ids));

export const clearReactions = ({ messageId }: { messageId: number }) =>
  db().delete(messageReactions).where(eq(messageReactions.messageId, messageId));

export type ReplyRow = typeof messages.$inferSelect;

type NewReply = Pick<
  ReplyRow,
  "text" | "fromVirtualAssistantId" | "llmTraceId" | "memoryId" | "reasoningSteps" | "attachments"
> & {
  extra: Record<string, unknown>;
};

export type Used = {
  groupId: string;
  chatId: number;
  assistantId: number;
  userId: number;
  model: string;
  inputTokens: number;
  outputTokens: number;
};

type ToStore = {
  task: Pick<TaskRow, "id" | "chatId" | "userMessageId">;
  owner: string;
  reply: Pick<NewReply, "text" | "fromVirtualAssistantId" | "llmTraceId" | "memoryId"> & {
    extra: string;
    steps: string;
    attachments: string | null;
  };
  state: Pick<TaskRow, "status" | "error"> & { isOver: boolean };
  used: Used | undefined;
  place: number | null;
};
const writeReply = buildOnce<ToStore, { id: number; created_at: string }>(
  ({ task, owner, reply, state, used, place }) => sql`
    with chat as (select id from ${chats} where id = ${task.chatId} for no key update), task as (
      update ${streamingTasks} set status = ${state.status}::streaming_status, error = ${state.error}::text,
        steps = ${reply.steps}::jsonb, message_ids = message_ids || new.id,
        finished_at = case when ${state.isOver}::boolean then now() end
      from (select coalesce(${place}::int, nextval(pg_get_serial_sequence('messages', 'id'))::int) as id
        from chat) new
      where streaming_tasks.id = ${task.id} and owner = ${owner} and status in ('queued', 'running')
      returning new.id as message_id
    ), question as (
      update ${messages} set processed_at = now() from task
      where messages.id = ${task.userMessageId} and ${state.isOver}::boolean
    ), noted as (
      insert into ${chatEvents} (chat_id, kind, data)
      select ${task.chatId}::int, kind, data from (
        select ${place === null ? "message.created" : "message.updated"} as kind, jsonb_build_object('message_id', message_id) as data from task
        union all
        select 'reply.finished', jsonb_build_object('streaming_task_id', ${task.id}::text,
          'user_message_id', ${task.userMessageId}::int, 'status', ${state.status}::text)
        from task where ${state.isOver}::boolean) happened
    ), counted as (
      insert into ${usage} as so_far (group_id, day, chat_id, virtual_assistant_id, user_id, model, kind,
        replies, input_tokens, output_tokens)
      select ${used?.groupId ?? null}::uuid, (now() at time zone 'utc')::date, ${used?.chatId ?? 0}::int,
        ${used?.assistantId ?? 0}::int, ${used?.userId ?? 0}::int, ${used?.model ?? ""}::text, 'reply',
        1, ${used?.inputTokens ?? 0}::bigint, ${used?.outputTokens ?? 0}::bigint
      from task where ${used !== undefined}::boolean
      on conflict (group_id, day, chat_id, virtual_assistant_id, user_id, model, kind) do update set
        replies = so_far.replies + 1, input_tokens = so_far.input_tokens + excluded.input_tokens,
        output_tokens = so_far.output_tokens + excluded.output_tokens
    ), reply as (
    insert into ${messages} (id, chat_id, user_type, text, from_virtual_assistant_id, replying_to_id, llm_trace_id,
      memory_id, extra, reasoning_steps, attachments, aside_with_id, processed_at, is_noted)
    select message_id, ${task.chatId}::int, 'assistant', ${reply.text}::text, ${reply.fromVirtualAssistantId}::int,
      ${task.userMessageId}::int, ${reply.llmTraceId}::text, ${reply.memoryId}::text, ${reply.extra}::jsonb,
      ${reply.steps}::jsonb, ${reply.attachments}::jsonb,
      (select aside_with_id from ${messages} asked where asked.id = ${task.userMessageId}), now(), ${place === null}::boolean
    from task
    on conflict (id) do update set text = excluded.text, from_virtual_assistant_id = excluded.from_virtual_assistant_id,
      llm_trace_id = excluded.llm_trace_id, memory_id = excluded.memory_id, extra = excluded.extra,
      reasoning_steps = excluded.reasoning_steps, attachments = excluded.attachments, created_at = excluded.created_at,
      processed_at = excluded.processed_at, is_indexed = false
    returning ${arrivalColumns}
    ) ${place === null ? sql`, ${noteArrival(sql`reply`)}` : sql``}
    select id, created_at from reply`,
);

/**
 * Stores a reply and updates its task in one statement. Returns undefined, and stores nothing, when another process
 * owns the task. The message id is assigned while holding the chat's lock, so that messages become visible in the
 * order of their ids.
 * @param place id of the earlier reply that is replaced
 */
export async function storeReply(
  { id, chatId, userMessageId }: Pick<TaskRow, "id" | "chatId" | "userMessageId">,
  reply: NewReply,
  { status, error }: Pick<TaskRow, "status" | "error">,
  used: Used | undefined,
  place: number | null = null,
): Promise<ReplyRow | undefined> {
  const { text, fromVirtualAssistantId, llmTraceId, memoryId, attachments } = reply;
  const [stored] = await writeReply({
    task: { id, chatId, userMessageId },
    owner: processId(),
    reply: {
      text,
      fromVirtualAssistantId,
      llmTraceId,
      memoryId,
      extra: JSON.stringify(reply.extra),
      steps: JSON.stringify(reply.reasoningSteps),
      attachments: attachments && JSON.stringify(attachments),
    },
    state: { status, error, isOver: status !== "running" },
    used,
    place,
  });
  return (
    stored && {
      ...reply,
      id: stored.id,
      isNoted: true,
      createdAt: new Date(stored.created_at),
      processedAt: new Date(stored.created_at),
      chatId,
      replyingToId: userMessageId,
      userType: "assistant",
      type: "message",
      fromUserId: null,
      versionOf: null,
      asideWithId: null,
      copiedFrom: null,
      taskId: null,
      isIndexed: false,
      isEdited: false,
    }
  );
}
