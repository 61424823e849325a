import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { groupMembers, users } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";
import { publications, publicSessions } from "@/db/schema/public-chats";

export type Reason = NonNullable<(typeof publicSessions.$inferSelect)["handoverReason"]>;

export async function findHandover({ conversationId }: { conversationId: number }) {
  const [row] = await db()
    .select({
      language: publicSessions.language,
      isWaiting: sql<boolean>`${publicSessions.waitingSince} is not null`,
      isTakenOver: sql<boolean>`${publicSessions.takenOverAt} is not null`,
      rules: publications.handover,
    })
    .from(publicSessions)
    .leftJoin(publications, eq(publications.chatId, publicSessions.chatId))
    .where(eq(publicSessions.conversationId, conversationId));
  return row;
}

/**
 * Marks a visitor as waiting for the team because of a message.
 * @returns false when they are already waiting, when the team has taken over, or when the message caused an earlier
 * wait
 */
export async function markWaiting(values: {
  conversationId: number;
  messageId: number;
  reason: Reason;
}): Promise<boolean> {
  const { conversationId, messageId, reason } = values;
  const rows = await db()
    .update(publicSessions)
    .set({ waitingSince: sql`now()`, handoverReason: reason, handoverMessageId: messageId })
    .where(
      and(
        eq(publicSessions.conversationId, conversationId),
        isNull(publicSessions.waitingSince),
        isNull(publicSessions.takenOverAt),
        isNull(publicSessions.blockedAt),
        or(isNull(publicSessions.handoverMessageId), ne(publicSessions.handoverMessageId, messageId)),
      ),
    )
    .returning({ id: publicSessions.id });
  return rows.length > 0;
}

/** Ends the visitor's wait, but keeps `handover_reason` for reports. Returns false when nobody was waiting. */
export async function clearWaiting({ conversationId }: { conversationId: number }): Promise<boolean> {
  const rows = await db()
    .update(publicSessions)
    .set({ waitingSince: null })
    .where(and(eq(publicSessions.conversationId, conversationId), isNotNull(publicSessions.waitingSince)))
    .returning({ id: publicSessions.id });
  return rows.length > 0;
}

export async function isExpecting({ conversationId }: { conversationId: number }) {
  const has = (column: SQL | typeof publicSessions.email | typeof publicSessions.waitingSince) =>
    sql<boolean>`${column} is not null`;
  const [row] = await db()
    .select({ isWaiting: has(publicSessions.waitingSince), hasAddress: has(publicSessions.email) })
    .from(publicSessions)
    .where(eq(publicSessions.conversationId, conversationId));
  return row;
}

export async function findCall({ conversationId, messageId }: { conversationId: number; messageId: number }) {
  const [row] = await db()
    .select({ uuid: chats.uuid, parentId: chats.parentChatId, said: messages.text })
    .from(chats)
    .innerJoin(messages, and(eq(messages.chatId, chats.id), eq(messages.id, messageId)))
    .where(eq(chats.id, conversationId));
  const [parent] = row?.parentId
    ? await db().select({ name: chats.name }).from(chats).where(eq(chats.id, row.parentId))
    : [];
  return row && { ...row, name: parent?.name ?? "" };
}

export const listListeners = ({ conversationId }: { conversationId: number }) =>
  db()
    .select({ email: users.email, language: users.language })
    .from(chatMembers)
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.groupId, chatMembers.groupId), eq(groupMembers.userId, chatMembers.userId)),
    )
    .innerJoin(users, and(eq(users.id, chatMembers.userId), isNull(users.disabledAt)))
    .where(and(eq(chatMembers.chatId, conversationId), eq(chatMembers.isMuted, false)));
