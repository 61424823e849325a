import { and, eq, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { toArrayLiteral } from "@/db/row-values";
import { chatMembers, chats } from "@/db/schema/chats";
import { isCounted, isShown, messages } from "@/db/schema/messages";
import { MAX_UPDATED_MEMBERS } from "@/db/unread-counts";

/** Caller of a query. Every query reaches chats only through the caller's memberships. */
export type ChatCaller = { userId: number; groupId: string };

/** Marks a chat as large if it has more members than a new message updates. A large chat stays large. */
export async function markIfLarge(chatId: number): Promise<void> {
  const members = db().$count(chatMembers, eq(chatMembers.chatId, chatId));
  const [marked] = await db()
    .update(chats)
    .set({ isLarge: true })
    .where(and(eq(chats.id, chatId), eq(chats.isLarge, false), sql`${members} > ${MAX_UPDATED_MEMBERS}`))
    .returning({ id: chats.id });
  if (marked) await db().update(chatMembers).set({ isLarge: true }).where(eq(chatMembers.chatId, chatId));
}

/**
 * Updates the caller's memberships of large chats, which new messages don't update (`db/unread-counts.ts`). Must run
 * before each read that lists, sorts or counts by these memberships.
 */
export async function updateLargeMemberships(caller: ChatCaller): Promise<void> {
  if ((await listStale(caller)).length === 0) return;
  await transaction(async () => {
    // Counts in a separate statement after locking, so that the counts include everything stored before the locks.
    const ids = toArrayLiteral(await listStale(caller, { locks: true }));
    await db().execute(sql`
      update ${chatMembers} member set last_activity_at = chat.last_activity_at,
        counted_messages = chat.counted_messages, unread_epoch = chat.unread_epoch,
        unread_count = case when member.unread_epoch = chat.unread_epoch
          then member.unread_count + chat.counted_messages - member.counted_messages
          else (select count(*)::int from ${messages} where ${messages.chatId} = member.chat_id and ${isShown} and ${isCounted}
            and ${messages.id} > coalesce(member.last_read_message_id, 0)
            and ${messages.fromUserId} is distinct from member.user_id) end
      from ${chats} chat
      where chat.id = member.chat_id and member.user_id = ${caller.userId} and member.group_id = ${caller.groupId}
        and member.chat_id = any(${ids}::int[])`);
  });
}

async function listStale({ userId, groupId }: ChatCaller, { locks = false } = {}): Promise<number[]> {
  const rows = await db().execute<{ id: number }>(sql`
    select member.chat_id as id from ${chatMembers} member join ${chats} chat on chat.id = member.chat_id
    where member.user_id = ${userId} and member.group_id = ${groupId} and member.is_large
      and (chat.counted_messages <> member.counted_messages or chat.unread_epoch <> member.unread_epoch)
    order by member.chat_id ${locks ? sql`for no key update of member` : sql``}`);
  return [...rows].map(({ id }) => id);
}
