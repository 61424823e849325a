import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { chats } from "@/db/schema/chats";
import { publicSessions } from "@/db/schema/public-chats";
import type { SessionRow } from "../queries";

// Matches conversations that a session has left and may read, excluding those that the team has blocked.
const leftBy = ({ hash, chatId, epoch }: Pick<SessionRow, "hash" | "chatId" | "epoch">) =>
  and(
    eq(publicSessions.leftBy, hash),
    eq(publicSessions.chatId, chatId),
    eq(publicSessions.epoch, epoch),
    isNull(publicSessions.blockedAt),
  );

export const listLeftConversations = (session: SessionRow, most: number) =>
  db()
    .select({
      id: chats.id,
      firstMessage: sql<string | null>`(
        select left(first.text, 200) from messages first
        where first.chat_id = ${chats.id} and first.user_type = 'guest' order by first.id limit 1)`,
      startedAt: chats.createdAt,
      lastMessageAt: chats.lastMessageAt,
    })
    .from(publicSessions)
    .innerJoin(chats, eq(chats.id, publicSessions.conversationId))
    .where(leftBy(session))
    .orderBy(desc(publicSessions.id))
    .limit(most);

export async function hasLeftConversation(session: SessionRow, conversationId: number): Promise<boolean> {
  const rows = await db()
    .select({ id: publicSessions.id })
    .from(publicSessions)
    .where(and(leftBy(session), eq(publicSessions.conversationId, conversationId)));
  return rows.length > 0;
}

/**
 * Records the address to which a session mails its conversation, one per hour.
 * @returns the seconds until this address is allowed, or undefined if it was recorded
 */
export async function claimAddress(id: number, addressHash: string): Promise<number | undefined> {
  const claimed = await db().execute(sql`
    update ${publicSessions}
    set mailed_to_hash = ${addressHash}, mailed_at = now()
    where id = ${id} and (mailed_at is null or mailed_at <= now() - interval '1 hour' or mailed_to_hash = ${addressHash})
    returning id`);
  if ([...claimed].length > 0) return undefined;
  const rows = await db().execute<{ seconds: number }>(sql`
    select ceil(extract(epoch from mailed_at + interval '1 hour' - now()))::int as seconds
    from ${publicSessions} where id = ${id}`);
  return Math.max(1, [...rows][0]?.seconds ?? 1);
}
