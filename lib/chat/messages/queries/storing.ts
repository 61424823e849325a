import { type SQL, sql } from "drizzle-orm";
import { batchOnce } from "@/db/batch";
import { toArrayLiteral } from "@/db/row-values";
import { idempotencyKeys, idempotencyLeaseEnd } from "@/db/schema/api";
import { chatMembers, chats } from "@/db/schema/chats";
import { chatEvents } from "@/db/schema/events";
import { messages, streamingTasks } from "@/db/schema/messages";
import { arrivalColumns, type ChatVersions, recordArrivals } from "@/db/unread-counts";

type MessageRow = typeof messages.$inferSelect;
type NewMessage = Pick<
  MessageRow,
  "chatId" | "userType" | "type" | "text" | "fromUserId" | "replyingToId" | "taskId" | "attachments" | "extra"
> & {
  versionOf?: number;
  isProcessed: boolean;
  // Idempotency key of the author's request, if another one stores the message.
  requestKey?: string | null;
};
type NewTask = Pick<
  typeof streamingTasks.$inferSelect,
  "id" | "askedBy" | "assistantIds" | "isSync" | "status" | "owner" | "attempt" | "heartbeatAt" | "finishedAt"
>;

export type ReadAlong<Values, Said> = {
  values: Values;
  /** Called once with placeholders instead of values (`db/query-cache.ts`). */
  read: (values: Values) => { history?: SQL<Said[]>; hasContents?: SQL<boolean>; hasPages?: SQL<boolean> };
};

/** Member who sends a message. Nothing is stored unless the membership and the version, if any, are current. */
export type Sender = {
  userId: number;
  groupId: string;
  /** `xmin` of the chat's row. */
  version: string | null;
};

type ToStore = {
  message: Omit<NewMessage, "attachments" | "extra" | "versionOf" | "requestKey"> & {
    requestKey: string | null;
    attachments: string | null;
    extra: string | null;
    versionOf: number | null;
  };
  task:
    | (Pick<NewTask, "id" | "askedBy" | "isSync" | "status" | "owner" | "attempt"> & {
        assistantIds: { array: string; json: string };
        isBegun: boolean;
        finishedAt: string | null;
      })
    | undefined;
  key: { caller: string; key: string; claim: string } | undefined;
  sender: Sender | undefined;
  along: ReadAlong<object, unknown> | undefined;
};
export type StoredMessage<Said> = {
  message: MessageRow;
  history?: Said[];
  hasContents?: boolean;
  hasPages?: boolean;
  versions: ChatVersions;
};
type Stored = {
  nr: number;
  id: number;
  created_at: string;
  newest: number | null;
  version_before: string;
  version: string | null;
  history: { id: number }[] | null;
  has_contents: boolean | null;
  has_pages: boolean | null;
};
const storeMessage = batchOnce<ToStore, Stored>(
  ({ message, task, key, sender, along }, { calls, isShared }) => {
    const withTask = task
      ? sql`, task as (
        insert into ${streamingTasks}
          (id, chat_id, user_message_id, asked_by, assistant_ids, is_sync, status, owner, attempt, heartbeat_at, finished_at)
        select ${task.id}::uuid, message.chat_id, message.id, ${task.askedBy}::int, ${task.assistantIds.array}::int[],
          ${task.isSync}::boolean, ${task.status}::streaming_status, ${task.owner}::text, ${task.attempt}::int,
          ${task.isBegun ? sql`clock_timestamp()` : sql`null`}, ${task.finishedAt}::timestamptz
        from message join calls on message.chat_id = ${message.chatId})`
      : sql``;
    const withKey = key
      ? sql`, named as (
        update ${idempotencyKeys} set message_id = message.id, lease_until = ${idempotencyLeaseEnd}
        from message join calls on message.chat_id = ${message.chatId}
        where caller = ${key.caller} and key = ${key.key})`
      : sql``;
    const held = key
      ? sql`held as (
        select calls.nr from calls join ${idempotencyKeys} known
          on known.caller = ${key.caller} and known.key = ${key.key} and known.claim = ${key.claim}::uuid
        for update of known),`
      : sql``;
    const started = task
      ? sql`union all select message.chat_id, 1, 'reply.started', jsonb_build_object('streaming_task_id', ${task.id}::text,
        'user_message_id', message.id, 'virtual_assistant_ids', ${task.assistantIds.json}::jsonb)
        from message join calls on message.chat_id = ${message.chatId} where ${task.finishedAt === null}::boolean`
      : sql``;
    const isCurrent = sender?.version ? sql`and chats.xmin::text = ${sender.version}` : sql``;
    const membership = sender
      ? sql`join ${chatMembers} member on member.chat_id = chats.id and member.user_id = ${sender.userId}::int
          and member.group_id = ${sender.groupId}::uuid`
      : sql``;
    const orSkip = isShared ? sql`skip locked` : sql``;
    const { history, hasContents, hasPages } = along?.read(along.values) ?? {};
    return sql`
      with calls as ${calls}, ${held} chat as (
        select chats.id, chats.last_message_id, chats.xmin::text as version, calls.nr
        from calls ${key ? sql`join held on held.nr = calls.nr` : sql``}
          join ${chats} on chats.id = ${message.chatId} ${isCurrent} ${membership}
        order by chats.id for no key update of chats ${orSkip}
          ${sender ? sql`for key share of member ${orSkip}` : sql``}), message as (
        insert into ${messages} (chat_id, user_type, type, text, from_user_id, replying_to_id, version_of, task_id,
          attachments, extra, processed_at, is_noted)
        select chat.id, ${message.userType}::user_type, ${message.type}::message_type, ${message.text}::text,
          ${message.fromUserId}::int, ${message.replyingToId}::bigint, ${message.versionOf}::bigint, ${message.taskId}::text,
          ${message.attachments}::jsonb, ${message.extra}::jsonb,
          case when ${message.isProcessed}::boolean then now() end, true
        from chat join calls on calls.nr = chat.nr
        returning ${arrivalColumns})
      ${withTask} ${withKey}, ${recordArrivals(sql`message`)}, noted as (
        insert into ${chatEvents} (chat_id, kind, data)
        select chat_id, kind, data from (
          select message.chat_id, 0 as rank, 'message.created' as kind, jsonb_strip_nulls(jsonb_build_object(
            'message_id', message.id, 'idempotency_key', ${key?.key ?? message.requestKey}::text)) as data
          from message join calls on message.chat_id = ${message.chatId}
          ${started}) happened
        order by chat_id, rank)
      select calls.nr, message.id, message.created_at, chat.last_message_id as newest,
        chat.version as version_before, noted_chats.version, ${history ?? sql`null`} as history,
        ${hasContents ?? sql`null::boolean`} as has_contents, ${hasPages ?? sql`null::boolean`} as has_pages
      from message join chat on chat.id = message.chat_id join calls on calls.nr = chat.nr
        left join noted_chats on noted_chats.id = chat.id`;
  },
  ({ message }) => message.chatId,
);

/**
 * Stores a message, its reply run, its idempotency key and its event atomically, in one statement because each round
 * trip adds latency. Returns undefined when the sender may not write to the chat, the chat has another version or no
 * longer exists, or another request has claimed the key.
 * @param along reads `history` (earlier messages, newest first), whether there is content to search, and whether the
 * canvas has pages
 * @returns the message and what was read; without history when a concurrent message was invisible to the statement
 */
export async function insertMessage<Said extends { id: number }, Values extends object>(
  values: NewMessage,
  task: NewTask | undefined,
  key: { caller: string; key: string; claim: string } | undefined,
  sender?: Sender,
  along?: ReadAlong<Values, Said>,
): Promise<StoredMessage<Said> | undefined> {
  const { isProcessed, requestKey = null, ...rest } = values;
  const versionOf = values.versionOf ?? null;
  const stored = await storeMessage({
    message: {
      ...rest,
      isProcessed,
      requestKey,
      versionOf,
      attachments: asJson(values.attachments),
      extra: asJson(values.extra),
    },
    task: task && {
      id: task.id,
      askedBy: task.askedBy,
      assistantIds: { array: toArrayLiteral(task.assistantIds), json: JSON.stringify(task.assistantIds) },
      isSync: task.isSync,
      status: task.status,
      owner: task.owner,
      attempt: task.attempt,
      isBegun: task.heartbeatAt !== null,
      finishedAt: task.finishedAt?.toISOString() ?? null,
    },
    key,
    sender,
    along: along as ReadAlong<object, unknown> | undefined,
  });
  if (!stored) return undefined;
  const state = {
    fromVirtualAssistantId: null,
    llmTraceId: null,
    memoryId: null,
    isIndexed: false,
    isNoted: true,
    isEdited: false,
    reasoningSteps: [],
    asideWithId: null,
    copiedFrom: null,
  };
  const createdAt = new Date(stored.created_at);
  const processedAt = isProcessed ? createdAt : null;
  const message = { ...rest, ...state, versionOf, id: stored.id, createdAt, processedAt };
  const history = stored.history as Said[] | null;
  // `chat` was read under its lock, but the history from a snapshot taken before waiting for the lock.
  const isWhole = history !== null && (history[0]?.id ?? null) === stored.newest;
  return {
    message,
    history: isWhole ? history : undefined,
    hasContents: stored.has_contents ?? undefined,
    hasPages: stored.has_pages ?? undefined,
    versions: { before: stored.version_before, after: stored.version },
  };
}

const asJson = (value: object | null) => value && JSON.stringify(value);
