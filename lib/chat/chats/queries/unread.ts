import { and, eq, ne, sql } from "drizzle-orm";
import { batchOnce } from "@/db/batch";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { chatMembers, chats } from "@/db/schema/chats";
import { isCounted, isShown, messages } from "@/db/schema/messages";
import type { Reference } from "@/lib/api/fields";
import { type ChatCaller, updateLargeMemberships } from "./large-chats";
import { isOfCaller as mine } from "./listed";

export async function countUnread({ userId, groupId }: ChatCaller) {
  await updateLargeMemberships({ userId, groupId });
  return requireRow(
    await db()
      .select({
        total: sql<number>`coalesce(sum(${chatMembers.unreadCount}), 0)::int`,
        chats: sql<number>`count(*)::int`,
      })
      .from(chatMembers)
      .where(
        and(mine({ userId, groupId }), sql`${chatMembers.unreadCount} > 0`, ne(chatMembers.place, "temp")),
      ),
  );
}

// Selects the chat's state at the time of a count, to be stored with it. The counting statement reads both from one
// snapshot.
const asOfNow = (chatId: number) => {
  const column = (name: string) =>
    sql`(select ${sql.raw(name)} from ${chats} counted where counted.id = ${chatId})`;
  return {
    countedMessages: column("counted_messages"),
    unreadEpoch: column("unread_epoch"),
    lastActivityAt: column("last_activity_at"),
  };
};

/**
 * Advances a member's last-read message, at most to the newest message. Returns the unread count, or undefined for
 * non-members. Must run in a transaction: the count is a separate statement after the row lock, which new messages also
 * take, so the count includes every message that was stored before.
 */
export async function markRead({
  chatId,
  userId,
  messageId,
}: {
  chatId: number;
  userId: number;
  messageId: number;
}): Promise<number | undefined> {
  const member = and(eq(chatMembers.chatId, chatId), eq(chatMembers.userId, userId));
  await db().select({ userId: chatMembers.userId }).from(chatMembers).where(member).for("update");
  const newest = sql`(select coalesce(max(id), 0) from ${messages} whole where whole.chat_id = ${chatId})`;
  const read = sql`greatest(coalesce(${chatMembers.lastReadMessageId}, 0), least(${messageId}::bigint, ${newest}))`;
  const [row] = await db()
    .update(chatMembers)
    .set({
      lastReadMessageId: read,
      unreadCount: sql`(select count(*)::int from ${messages} where ${messages.chatId} = ${chatId} and ${isShown}
        and ${isCounted} and ${messages.id} > ${read} and ${messages.fromUserId} is distinct from ${userId})`,
      ...asOfNow(chatId),
    })
    .where(member)
    .returning({ unreadCount: chatMembers.unreadCount });
  return row?.unreadCount;
}

type ReadMark = ChatCaller & { id?: number; uuid?: string; messageId: number };

const markNewest = batchOnce<ReadMark, { nr: number }>(
  ({ id, uuid, userId, groupId, messageId }, { calls, isShared }) => sql`
    with calls as ${calls}, held as (
      select calls.nr, member.chat_id, member.user_id, chats.last_message_id, chats.counted_messages,
        chats.unread_epoch, chats.last_activity_at
      from calls
        join ${chats} on ${uuid === undefined ? sql`chats.id = ${id}` : sql`chats.uuid = ${uuid}::uuid`}
          and chats.last_message_id = ${messageId}
        join ${chatMembers} member on member.chat_id = chats.id and member.user_id = ${userId}::int
          and member.group_id = ${groupId}::uuid and member.counted_messages <= chats.counted_messages
          and member.unread_epoch <= chats.unread_epoch
      order by member.chat_id, member.user_id for no key update of member ${isShared ? sql`skip locked` : sql``})
    update ${chatMembers} member set unread_count = 0, counted_messages = held.counted_messages,
      unread_epoch = held.unread_epoch, last_activity_at = held.last_activity_at,
      last_read_message_id = greatest(coalesce(member.last_read_message_id, 0), held.last_message_id)
    from held where member.chat_id = held.chat_id and member.user_id = held.user_id
    returning held.nr`,
  ({ id, uuid, userId }) => `${id ?? uuid} ${userId}`,
);

/**
 * Marks a chat's newest message as read, which needs no count: nothing is unread. Returns false, and changes nothing,
 * if the message is not the newest one or the caller is not a member. Conditions on `counted_messages` and
 * `unread_epoch` refuse a snapshot of the chat that is older than the membership.
 */
export async function markNewestRead({
  chat,
  ...mark
}: ChatCaller & { chat: Reference; messageId: number }): Promise<boolean> {
  const reference = typeof chat === "number" ? { id: chat } : { uuid: chat };
  return (await markNewest({ ...mark, ...reference })) !== undefined;
}

/**
 * Recomputes unread counts after messages were removed or, with `mayGrow`, began to count. Must run in a transaction,
 * for the reason given at `markRead`.
 */
export async function recountUnread({
  chatId,
  mayGrow,
}: {
  chatId: number;
  mayGrow: boolean;
}): Promise<void> {
  const [chat] = await db()
    .update(chats)
    .set({ unreadEpoch: sql`${chats.unreadEpoch} + 1` })
    .where(eq(chats.id, chatId))
    .returning({ isLarge: chats.isLarge });
  if (!chat || chat.isLarge) return;
  const ofChat = eq(chatMembers.chatId, chatId);
  await db().select({ userId: chatMembers.userId }).from(chatMembers).where(ofChat).for("update");
  await db()
    .update(chatMembers)
    .set({
      unreadCount: sql`(select count(*)::int from ${messages} where ${messages.chatId} = ${chatId} and ${isShown}
        and ${isCounted} and ${messages.id} > coalesce(${chatMembers.lastReadMessageId}, 0)
        and ${messages.fromUserId} is distinct from ${chatMembers.userId})`,
      ...asOfNow(chatId),
    })
    .where(and(ofChat, mayGrow ? undefined : sql`${chatMembers.unreadCount} > 0`));
}
