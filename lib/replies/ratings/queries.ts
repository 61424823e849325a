import { and, count, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { chatMembers } from "@/db/schema/chats";
import { isShown, memberRatings, messages } from "@/db/schema/messages";
import type { RatingReason } from "./settings";

type InChat = { chatId: number; userId: number; groupId: string };
type Rating = { isGood: boolean; reason: RatingReason | null; comment: string | null };
type Period = { assistantId: number; days: number };

/** Returns false unless the message is a successful reply of an assistant in a chat of the user. */
export async function upsertRating({
  messageId,
  chatId,
  userId,
  groupId,
  ...rating
}: InChat & Rating & { messageId: number }): Promise<boolean> {
  const rows = await db().execute(sql`
    insert into ${memberRatings} (message_id, user_id, virtual_assistant_id, is_good, reason, comment)
    select ${messages.id}, ${userId}::int, ${messages.fromVirtualAssistantId}, ${rating.isGood}::boolean,
      ${rating.reason}::text, ${rating.comment}::text
    from ${messages}
    join ${chatMembers} on ${chatMembers.chatId} = ${messages.chatId} and ${chatMembers.userId} = ${userId}::int
      and ${chatMembers.groupId} = ${groupId}::uuid
    where ${messages.id} = ${messageId}::bigint and ${messages.chatId} = ${chatId}::int
      and ${messages.userType} = 'assistant' and ${messages.fromVirtualAssistantId} is not null and ${isShown}
      and not coalesce(${messages.extra}, '{}') ? 'error'
    on conflict (message_id, user_id) do update
    set is_good = excluded.is_good, reason = excluded.reason, comment = excluded.comment, created_at = now()
    returning message_id`);
  return [...rows].length > 0;
}

export const deleteRating = ({ messageId, chatId, userId, groupId }: InChat & { messageId: number }) =>
  db()
    .delete(memberRatings)
    .where(
      and(
        eq(memberRatings.messageId, messageId),
        eq(memberRatings.userId, userId),
        sql`exists (select from ${messages} rated
        join ${chatMembers} own on own.chat_id = rated.chat_id and own.user_id = ${userId}::int
          and own.group_id = ${groupId}::uuid
        where rated.id = ${messageId}::bigint and rated.chat_id = ${chatId}::int)`,
      ),
    );

export const listOwnRatings = ({ chatId, userId, groupId }: InChat) =>
  db()
    .select({
      message_id: memberRatings.messageId,
      is_good: memberRatings.isGood,
      reason: memberRatings.reason,
      comment: memberRatings.comment,
    })
    .from(memberRatings)
    .innerJoin(messages, eq(messages.id, memberRatings.messageId))
    .innerJoin(
      chatMembers,
      and(
        eq(chatMembers.chatId, messages.chatId),
        eq(chatMembers.userId, userId),
        eq(chatMembers.groupId, groupId),
      ),
    )
    .where(and(eq(memberRatings.userId, userId), eq(messages.chatId, chatId)))
    .orderBy(memberRatings.messageId);

const isRecent = ({ assistantId, days }: Period) =>
  and(
    eq(memberRatings.virtualAssistantId, assistantId),
    gt(memberRatings.createdAt, sql`now() - make_interval(days => ${days}::int)`),
  );

/** Call it only for an assistant that the viewer may change. */
export const countRatings = (period: Period) =>
  db()
    .select({ isGood: memberRatings.isGood, reason: memberRatings.reason, count: count() })
    .from(memberRatings)
    .where(isRecent(period))
    .groupBy(memberRatings.isGood, memberRatings.reason)
    .orderBy(desc(count()));

/** Call it only for an assistant that the viewer may change. */
export const listComments = ({ limit, ...period }: Period & { limit: number }) =>
  db()
    .select({
      isGood: memberRatings.isGood,
      reason: memberRatings.reason,
      comment: memberRatings.comment,
      createdAt: memberRatings.createdAt,
    })
    .from(memberRatings)
    .where(and(isRecent(period), isNotNull(memberRatings.comment)))
    .orderBy(desc(memberRatings.createdAt))
    .limit(limit);
