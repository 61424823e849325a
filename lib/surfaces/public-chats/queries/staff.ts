import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { users } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";
import { knownVisitors, publicSessions } from "@/db/schema/public-chats";

type Mine = { userId: number; groupId: string };
type Which = { publicChatId?: number; conversationId?: number; search?: string; onlyUnread?: boolean };

const ofCaller = ({ userId, groupId }: Mine) =>
  and(eq(chatMembers.userId, userId), eq(chatMembers.groupId, groupId));

/** False when it was so already. */
export async function setPublic({
  chatId,
  isPublic,
}: {
  chatId: number;
  isPublic: boolean;
}): Promise<boolean> {
  const epoch = isPublic ? {} : { publicEpoch: sql`${chats.publicEpoch} + 1` };
  const rows = await db()
    .update(chats)
    .set({ isPublic, ...epoch, updatedAt: sql`now()` })
    .where(and(eq(chats.id, chatId), eq(chats.isPublic, !isPublic)))
    .returning({ id: chats.id });
  return rows.length > 0;
}

const columns = {
  session: publicSessions,
  chat: {
    id: chats.id,
    uuid: chats.uuid,
    name: chats.name,
    lastMessageId: chats.lastMessageId,
    lastMessageText: chats.lastMessageText,
    lastMessageUserType: chats.lastMessageUserType,
    lastMessageAt: chats.lastMessageAt,
    createdAt: chats.createdAt,
    lastActivityAt: chats.lastActivityAt,
  },
  unreadCount: chatMembers.unreadCount,
  known: knownVisitors,
  takenOverBy: { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl },
};
const visitors = () =>
  db()
    .select(columns)
    .from(publicSessions)
    .innerJoin(chats, eq(chats.id, publicSessions.conversationId))
    .innerJoin(chatMembers, eq(chatMembers.chatId, chats.id))
    .leftJoin(users, eq(users.id, publicSessions.takenOverBy))
    .leftJoin(knownVisitors, eq(knownVisitors.id, publicSessions.knownVisitorId))
    .$dynamic();
export type VisitorRow = Awaited<ReturnType<typeof visitors>>[number];

function which({ publicChatId, conversationId, search, onlyUnread }: Which, mine: Mine): SQL | undefined {
  const pattern = search && `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return and(
    ofCaller(mine),
    publicChatId === undefined ? undefined : eq(publicSessions.chatId, publicChatId),
    conversationId === undefined ? undefined : eq(publicSessions.conversationId, conversationId),
    onlyUnread ? sql`${chatMembers.unreadCount} > 0` : undefined,
    pattern
      ? or(
          sql`${chats.searchText} like fold(${pattern})`,
          sql`fold(coalesce(${publicSessions.page}, '')) like fold(${pattern})`,
          sql`exists (select 1 from ${messages} said where said.chat_id = ${chats.id} and fold(said.text) like fold(${pattern}))`,
        )
      : undefined,
  );
}

/** The conversations that the caller is a member of, newest activity first. */
export async function listVisitors(
  { limit, offset, ...filter }: Which & { limit: number; offset: number },
  mine: Mine,
): Promise<{ rows: VisitorRow[]; total: number }> {
  const where = which(filter, mine);
  const [rows, counted] = await Promise.all([
    visitors().where(where).orderBy(desc(chats.lastActivityAt), desc(chats.id)).limit(limit).offset(offset),
    db()
      .select({ total: sql<number>`count(*)::int` })
      .from(publicSessions)
      .innerJoin(chats, eq(chats.id, publicSessions.conversationId))
      .innerJoin(chatMembers, eq(chatMembers.chatId, chats.id))
      .where(where),
  ]);
  return { rows, total: one(counted).total };
}

export async function findVisitor(filter: Which, mine: Mine): Promise<VisitorRow | undefined> {
  const [row] = await visitors().where(which(filter, mine)).limit(1);
  return row;
}

/** Silences the assistant of a conversation; who did it first stays. */
export const takeOver = ({ sessionId, userId }: { sessionId: number; userId: number }) =>
  db()
    .update(publicSessions)
    .set({ takenOverAt: sql`now()`, takenOverBy: userId })
    .where(and(eq(publicSessions.id, sessionId), sql`${publicSessions.takenOverAt} is null`));
