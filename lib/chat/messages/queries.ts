import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats } from "@/db/schema/chats";
import { isCounted, isShown, messageReactions, messages } from "@/db/schema/messages";

export {
  listNewestSizes,
  listReplySizesAfter,
  listSizes,
  listSizesAfter,
  type MessageSize,
} from "./queries/message-sizes";
export { insertMessage } from "./queries/storing";

export type MessageRow = typeof messages.$inferSelect;

const quoted = alias(messages, "quoted");
const quotedUser = alias(users, "quoted_user");
const quotedAssistant = alias(virtualAssistants, "quoted_assistant");

type Aggregated = { emoji: string; user_ids: number[] };
const reactions = () => sql<Aggregated[] | null>`(
  select json_agg(json_build_object('emoji', emoji, 'user_ids', user_ids) order by first_at, emoji)
  from (select emoji, json_agg(user_id order by created_at, user_id) as user_ids, min(created_at) as first_at
    from ${messageReactions} where message_id = ${messages.id} group by emoji) by_emoji)`;

const versions = () => sql<number[] | null>`case when ${messages.versionOf} is not null then (
  select json_agg(other.id order by other.id) from messages other
  where other.version_of = ${messages.versionOf} and coalesce(other.aside_with_id, other.id) = other.id) end`;

const selectMessages = () =>
  db()
    .select({
      message: messages,
      chatUuid: chats.uuid,
      quoted: { id: quoted.id, text: quoted.text, type: quoted.type },
      quotedName: sql<string | null>`coalesce(${quotedUser.fullName}, ${quotedAssistant.name})`,
      reactions: reactions(),
      versions: versions(),
    })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .leftJoin(quoted, eq(quoted.id, messages.replyingToId))
    .leftJoin(quotedUser, eq(quotedUser.id, quoted.fromUserId))
    .leftJoin(quotedAssistant, eq(quotedAssistant.id, quoted.fromVirtualAssistantId))
    .$dynamic();
export type ShownMessage = Awaited<ReturnType<typeof selectMessages>>[number];

type MessagePage = {
  chatId: number;
  size: number;
  onlyCounted?: boolean;
};
const ofChat = ({ chatId, onlyCounted }: Pick<MessagePage, "chatId" | "onlyCounted">) =>
  and(eq(messages.chatId, chatId), isShown, onlyCounted ? isCounted : undefined);

/** Returns messages older than `before`, newest first. Callers must have checked access to the chat. */
export const listNewestMessages = ({ before, size, ...which }: MessagePage & { before?: number }) =>
  selectMessages()
    .where(and(ofChat(which), before ? lt(messages.id, before) : undefined))
    .orderBy(desc(messages.id))
    .limit(size);

export async function countFitting(
  page: MessagePage & { before?: number; maxBytes: number },
): Promise<number> {
  const { before, size, maxBytes, ...which } = page;
  const newest = db()
    .select({
      id: messages.id,
      bytes: sql<number>`octet_length(${messages.text}) + pg_column_size(${messages.reasoningSteps})`.as(
        "bytes",
      ),
    })
    .from(messages)
    .where(and(ofChat(which), before ? lt(messages.id, before) : undefined))
    .orderBy(desc(messages.id))
    .limit(size)
    .as("newest");
  const sums = db()
    .select({ bytes: sql<number>`sum(${newest.bytes}) over (order by ${newest.id} desc)`.as("bytes") })
    .from(newest)
    .as("sums");
  const [row] = await db().select({ count: count() }).from(sums).where(lte(sums.bytes, maxBytes));
  return row?.count ?? 0;
}

/** Returns messages newer than `after`, oldest first. Callers must have checked access to the chat. */
export const listMessagesAfter = ({ after, size, ...which }: MessagePage & { after: number }) =>
  selectMessages()
    .where(and(ofChat(which), gt(messages.id, after)))
    .orderBy(asc(messages.id))
    .limit(size);

export const listMessagesByIds = ({ ids }: { ids: number[] }) =>
  ids.length === 0
    ? Promise.resolve([])
    : selectMessages()
        .where(and(inArray(messages.id, ids), isShown))
        .orderBy(asc(messages.id));

export async function mapAuthorNames({ ids }: { ids: number[] }): Promise<Map<number, string>> {
  const rows = await db()
    .select({
      id: messages.id,
      name: sql<string | null>`coalesce(${users.fullName}, ${virtualAssistants.name})`,
    })
    .from(messages)
    .leftJoin(users, eq(users.id, messages.fromUserId))
    .leftJoin(virtualAssistants, eq(virtualAssistants.id, messages.fromVirtualAssistantId))
    .where(inArray(messages.id, ids));
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

export async function findMessage({ id, userId, groupId }: MemberKey & { id: number }) {
  const [row] = await db()
    .select({ message: messages, role: chatMembers.role, chat: chats })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .innerJoin(
      chatMembers,
      and(eq(chatMembers.chatId, chats.id), eq(chatMembers.userId, userId), eq(chatMembers.groupId, groupId)),
    )
    .where(and(eq(messages.id, id), isShown));
  return row;
}

export async function isInChat({ id, chatId }: { id: number; chatId: number }): Promise<boolean> {
  const rows = await db()
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.chatId, chatId), isShown));
  return rows.length > 0;
}

export async function updateText({
  id,
  ...changes
}: Pick<MessageRow, "id" | "text"> & { extra?: MessageRow["extra"] }): Promise<boolean> {
  const rows = await db()
    .update(messages)
    .set({ ...changes, isEdited: true, isIndexed: false, copiedFrom: null })
    .where(eq(messages.id, id))
    .returning({ id: messages.id });
  return rows.length > 0;
}

export async function listCopiesWithoutOriginal({ ids }: { ids: number[] }): Promise<Set<number>> {
  const original = alias(messages, "original");
  const rows = await db()
    .select({ id: messages.id })
    .from(messages)
    .leftJoin(
      original,
      and(
        eq(original.id, messages.copiedFrom),
        eq(original.text, messages.text),
        isNull(original.asideWithId),
      ),
    )
    .where(and(inArray(messages.id, ids), isNotNull(messages.copiedFrom), isNull(original.id)));
  return new Set(rows.map(({ id }) => id));
}

export async function clearMessages({ chatId }: { chatId: number }): Promise<number> {
  const rows = await db().delete(messages).where(eq(messages.chatId, chatId)).returning({ id: messages.id });
  return rows.length;
}

export const listReplies = ({ id }: { id: number }) =>
  db()
    .select()
    .from(messages)
    .where(and(eq(messages.replyingToId, id), eq(messages.userType, "assistant")))
    .orderBy(asc(messages.id));
