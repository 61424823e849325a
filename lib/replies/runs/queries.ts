import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { batchOnce } from "@/db/batch";
import { db } from "@/db/client";
import { groups, users } from "@/db/schema/accounts";
import { chats } from "@/db/schema/chats";
import { chatEvents } from "@/db/schema/events";
import { isOpenRun, memberRatings, messageReactions, messages, streamingTasks } from "@/db/schema/messages";
import { usage } from "@/db/schema/usage";
import { arrivalColumns, type ChatVersions, recordArrivals } from "@/db/unread-counts";
import { processId } from "@/lib/platform/once";
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

export const clearRatings = ({ messageId }: { messageId: number }) =>
  db().delete(memberRatings).where(eq(memberRatings.messageId, messageId));

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
type Written = {
  nr: number;
  id: number;
  created_at: string;
  version_before: string;
  version: string | null;
};
const writeReply = batchOnce<ToStore, Written>(
  ({ task, owner, reply, state, used, place }, { calls, isShared }) => {
    const withUsage = used
      ? sql`, counted as (
      insert into ${usage} as so_far (group_id, day, chat_id, virtual_assistant_id, user_id, model, kind,
        replies, input_tokens, output_tokens)
      select ${used.groupId}::uuid, (now() at time zone 'utc')::date, ${used.chatId}::int, ${used.assistantId}::int,
        ${used.userId}::int, ${used.model}::text, 'reply', count(*), sum(${used.inputTokens}::bigint),
        sum(${used.outputTokens}::bigint)
      from task join calls on calls.nr = task.nr
      group by 1, 3, 4, 5, 6 order by 1, 3, 4, 5, 6
      on conflict (group_id, day, chat_id, virtual_assistant_id, user_id, model, kind) do update set
        replies = so_far.replies + excluded.replies, input_tokens = so_far.input_tokens + excluded.input_tokens,
        output_tokens = so_far.output_tokens + excluded.output_tokens
    )`
      : sql``;
    return sql`
    with calls as ${calls}, chat as (
      select chats.id, chats.xmin::text as version, calls.nr from calls join ${chats} on chats.id = ${task.chatId}
      order by chats.id for no key update of chats ${isShared ? sql`skip locked` : sql``}
    ), task as (
      update ${streamingTasks} set status = ${state.status}::streaming_status, error = ${state.error}::text,
        steps = ${reply.steps}::jsonb, message_ids = message_ids || calls.message_id,
        finished_at = case when ${state.isOver}::boolean then now() end
      from (
        select calls.*, coalesce(${place}::bigint, nextval(pg_get_serial_sequence('messages', 'id'))) as message_id
        from chat join calls on calls.nr = chat.nr
      ) calls
      where streaming_tasks.id = ${task.id}::uuid and owner = ${owner} and status in ('queued', 'running')
      returning calls.nr, calls.message_id
    ), question as (
      update ${messages} set processed_at = now() from task join calls on calls.nr = task.nr
      where messages.id = ${task.userMessageId} and ${state.isOver}::boolean
    ), noted as (
      insert into ${chatEvents} (chat_id, kind, data)
      select chat_id, kind, data from (
        select ${task.chatId}::int as chat_id, 0 as rank, ${place === null ? "message.created" : "message.updated"} as kind,
          jsonb_build_object('message_id', message_id) as data
        from task join calls on calls.nr = task.nr
        union all
        select ${task.chatId}::int, 1, 'reply.finished', jsonb_build_object('streaming_task_id', ${task.id}::text,
          'user_message_id', ${task.userMessageId}::bigint, 'status', ${state.status}::text)
        from task join calls on calls.nr = task.nr where ${state.isOver}::boolean) happened
      order by chat_id, rank
    )${withUsage}, reply as (
    insert into ${messages} (id, chat_id, user_type, text, from_virtual_assistant_id, replying_to_id, llm_trace_id,
      memory_id, extra, reasoning_steps, attachments, aside_with_id, processed_at, is_noted)
    select message_id, ${task.chatId}::int, 'assistant', ${reply.text}::text, ${reply.fromVirtualAssistantId}::int,
      ${task.userMessageId}::bigint, ${reply.llmTraceId}::text, ${reply.memoryId}::text, ${reply.extra}::jsonb,
      ${reply.steps}::jsonb, ${reply.attachments}::jsonb,
      (select aside_with_id from ${messages} asked where asked.id = ${task.userMessageId}), now(), ${place === null}::boolean
    from task join calls on calls.nr = task.nr
    on conflict (id) do update set text = excluded.text, from_virtual_assistant_id = excluded.from_virtual_assistant_id,
      llm_trace_id = excluded.llm_trace_id, memory_id = excluded.memory_id, extra = excluded.extra,
      reasoning_steps = excluded.reasoning_steps, attachments = excluded.attachments, created_at = excluded.created_at,
      processed_at = excluded.processed_at, is_indexed = false, is_edited = false
    returning ${arrivalColumns}
    ) ${place === null ? sql`, ${recordArrivals(sql`reply`)}` : sql``}
    select task.nr, reply.id, reply.created_at, chat.version as version_before,
      ${place === null ? sql`noted_chats.version` : sql`null`} as version
    from reply join task on task.message_id = reply.id join chat on chat.nr = task.nr
      ${place === null ? sql`left join noted_chats on noted_chats.id = chat.id` : sql``}`;
  },
  ({ task }) => task.chatId,
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
): Promise<{ row: ReplyRow; versions: ChatVersions } | undefined> {
  const { text, fromVirtualAssistantId, llmTraceId, memoryId, attachments } = reply;
  const stored = await writeReply({
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
  if (!stored) return undefined;
  return {
    row: {
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
    },
    versions: { before: stored.version_before, after: stored.version },
  };
}
