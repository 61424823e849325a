import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { users } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";
import { knownVisitors, publicSessions } from "@/db/schema/public-chats";

export type Mine = { userId: number; groupId: string };
type Which = { publicChatId?: number; conversationId?: number; search?: string; onlyUnread?: boolean };

export const ofCaller = ({ userId, groupId }: Mine) =>
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

const publicChats = alias(chats, "public_chat");
const assignees = alias(users, "assignee");
/** Whom it is assigned to is still a member. */
export const isAssigned = sql`exists (select 1 from ${chatMembers} own
  where own.chat_id = ${publicSessions.conversationId} and own.user_id = ${publicSessions.assignedTo})`;

const columns = {
  session: publicSessions,
  publicChatName: publicChats.name,
  known: knownVisitors,
  assignedTo: {
    id: assignees.id,
    email: assignees.email,
    fullName: assignees.fullName,
    avatarUrl: assignees.avatarUrl,
  },
  isSnoozed: sql<boolean>`coalesce(${publicSessions.snoozedUntil} > now(), false)`,
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
  takenOverBy: { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl },
};
/** Conversations with all that is shown of them. */
export const visitors = () =>
  db()
    .select(columns)
    .from(publicSessions)
    .innerJoin(chats, eq(chats.id, publicSessions.conversationId))
    .innerJoin(chatMembers, eq(chatMembers.chatId, chats.id))
    .innerJoin(publicChats, eq(publicChats.id, publicSessions.chatId))
    .leftJoin(users, eq(users.id, publicSessions.takenOverBy))
    .leftJoin(assignees, and(eq(assignees.id, publicSessions.assignedTo), isAssigned))
    .leftJoin(knownVisitors, eq(knownVisitors.id, publicSessions.knownVisitorId))
    .$dynamic();
export type VisitorRow = Awaited<ReturnType<typeof visitors>>[number];

/** What is searched for was said, or is about the visitor. */
export function isFound(search: string): SQL | undefined {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const has = (text: AnyPgColumn) => sql`fold(coalesce(${text}, '')) like fold(${pattern})`;
  return or(
    sql`${chats.searchText} like fold(${pattern})`,
    has(publicSessions.page),
    has(publicSessions.email),
    sql`exists (select 1 from ${knownVisitors} known where known.id = ${publicSessions.knownVisitorId}
      and (fold(coalesce(known.name, '')) like fold(${pattern}) or fold(coalesce(known.email, '')) like fold(${pattern})))`,
    sql`exists (select 1 from ${messages} said where said.chat_id = ${chats.id} and fold(said.text) like fold(${pattern}))`,
  );
}

const which = ({ publicChatId, conversationId, search, onlyUnread }: Which, mine: Mine): SQL | undefined =>
  and(
    ofCaller(mine),
    publicChatId === undefined ? undefined : eq(publicSessions.chatId, publicChatId),
    conversationId === undefined ? undefined : eq(publicSessions.conversationId, conversationId),
    onlyUnread ? sql`${chatMembers.unreadCount} > 0` : undefined,
    search ? isFound(search) : undefined,
  );

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
