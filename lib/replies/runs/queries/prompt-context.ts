import { and, asc, desc, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import { type Audience, selectChatsReadBy } from "@/db/chat-readers";
import { db } from "@/db/client";
import { prepareOnce } from "@/db/prepared-names";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chats } from "@/db/schema/chats";
import { isCounted, isShown, messages } from "@/db/schema/messages";

const history = prepareOnce((on) =>
  on
    .select({
      id: messages.id,
      userType: messages.userType,
      text: messages.text,
      extra: messages.extra,
      attachments: messages.attachments,
      name: sql<string | null>`coalesce(${users.fullName}, ${virtualAssistants.name})`,
      assistantId: messages.fromVirtualAssistantId,
      replyingToId: messages.replyingToId,
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.fromUserId))
    .leftJoin(virtualAssistants, eq(virtualAssistants.id, messages.fromVirtualAssistantId))
    .where(
      and(
        eq(messages.chatId, sql.placeholder("chatId")),
        isShown,
        isCounted,
        lt(messages.id, sql.placeholder("before")),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(sql.placeholder("size"))
    .prepare("history"),
);
const AFTER_ALL = Number.MAX_SAFE_INTEGER;
export const listHistoryBefore = ({
  chatId,
  before = AFTER_ALL,
  size,
}: {
  chatId: number;
  before?: number;
  size: number;
}) => history().execute({ chatId, before, size });
export type HistoryRow = Awaited<ReturnType<typeof listHistoryBefore>>[number];

export async function filterMessagesByPeople({ ids }: { ids: number[] }): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db()
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        inArray(messages.id, ids),
        inArray(messages.userType, ["user", "guest"]),
        sql`coalesce(${messages.extra} #> '{job,is_by_assistant}', to_jsonb(${messages.extra} ? 'job')) is distinct from 'true'`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

export const selectHistory = ({ chatId, size }: { chatId: number; size: number }) => sql<HistoryRow[]>`
  (select coalesce(json_agg(said), '[]') from (
    select m.id, m.user_type as "userType", m.text, m.extra, m.attachments, coalesce(u.full_name, a.name) as name,
      m.from_virtual_assistant_id as "assistantId", m.replying_to_id as "replyingToId"
    from ${messages} m left join ${users} u on u.id = m.from_user_id
      left join ${virtualAssistants} a on a.id = m.from_virtual_assistant_id
    where m.chat_id = ${chatId}::int and m.aside_with_id is null
      and coalesce(m.extra #> '{comparison,position}', '0') = '0' order by m.id desc limit ${size}::int) said)`;

/** Returns undefined unless the whole audience may read the chat. */
export async function findParentFor({ chatId, audience }: { chatId: number; audience: Audience }) {
  const readable = selectChatsReadBy(audience, sql`mine.chat_id = ${chatId}::int`) ?? sql`select null::int`;
  const [row] = await db()
    .select({ name: chats.name, goal: chats.goal })
    .from(chats)
    .where(and(eq(chats.id, chatId), eq(chats.groupId, audience.groupId), sql`${chats.id} in (${readable})`));
  return row;
}

export async function findChatToSummarize({ chatId }: { chatId: number }) {
  const [row] = await db()
    .select({
      groupId: chats.groupId,
      model: chats.model,
      assistantId: chats.virtualAssistantId,
      chatHistory: chats.chatHistory,
      summaryEnabled: chats.summaryEnabled,
      summary: chats.summary,
      throughId: chats.summarizedThroughId,
      standingKey: chats.standingKey,
    })
    .from(chats)
    .where(eq(chats.id, chatId));
  return row;
}

export async function findChatToName({ chatId }: { chatId: number }) {
  const [row] = await db()
    .select({
      groupId: chats.groupId,
      model: chats.model,
      name: chats.name,
      isNamedByPerson: chats.isNamedByPerson,
    })
    .from(chats)
    .where(eq(chats.id, chatId));
  return row;
}

export async function nameOnce(input: { chatId: number; name: string; before: string }): Promise<boolean> {
  const isAsBefore = and(eq(chats.name, input.before), eq(chats.isNamedByPerson, false));
  const rows = await db()
    .update(chats)
    .set({ name: input.name })
    .where(and(eq(chats.id, input.chatId), isAsBefore))
    .returning({ id: chats.id });
  return rows.length > 0;
}

export const listMessagesAfter = ({
  chatId,
  after,
  through = AFTER_ALL,
  size,
}: {
  chatId: number;
  after: number;
  through?: number;
  size: number;
}) =>
  db()
    .select({
      id: messages.id,
      text: messages.text,
      userType: messages.userType,
      name: sql<string | null>`coalesce(${users.fullName}, ${virtualAssistants.name})`,
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.fromUserId))
    .leftJoin(virtualAssistants, eq(virtualAssistants.id, messages.fromVirtualAssistantId))
    .where(
      and(
        eq(messages.chatId, chatId),
        isShown,
        isCounted,
        gt(messages.id, after),
        lte(messages.id, through),
        sql`${messages.text} <> '' and ${messages.userType} <> 'system' and ${messages.text} is distinct from ${messages.extra} #>> '{error,message}'`,
      ),
    )
    .orderBy(asc(messages.id))
    .limit(size);

/** Returns a hash of messages that detects edits and deletions. */
export async function hashMessages(range: {
  chatId: number;
  after: number;
  through: number;
}): Promise<string> {
  const [row] = await db()
    .select({
      of: sql<string>`coalesce(md5(string_agg(${messages.id} || ':' || md5(${messages.text}), ',' order by ${messages.id})), '')`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.chatId, range.chatId),
        isShown,
        isCounted,
        gt(messages.id, range.after),
        lte(messages.id, range.through),
      ),
    );
  return row?.of ?? "";
}
