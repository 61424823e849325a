import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { groupMembers, users } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { VISITOR_KEY } from "@/lib/identity/access/service";

type InChat = { chatId: number };
export type ChatRole = (typeof chatMembers.$inferSelect)["role"];

// The join excludes people who left the group: their rows remain but grant no access.
const members = () =>
  db()
    .select({
      id: users.id,
      fullName: users.fullName,
      avatarUrl: users.avatarUrl,
      email: users.email,
      isDisabled: sql<boolean>`${users.disabledAt} is not null`,
      lastSeenAt: users.lastSeenAt,
      mentionName: groupMembers.mentionName,
      role: chatMembers.role,
      joinedAt: chatMembers.joinedAt,
      lastReadMessageId: chatMembers.lastReadMessageId,
    })
    .from(chatMembers)
    .innerJoin(users, eq(users.id, chatMembers.userId))
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.userId, chatMembers.userId), eq(groupMembers.groupId, chatMembers.groupId)),
    )
    .$dynamic();
export type MemberRow = Awaited<ReturnType<typeof members>>[number];

export const listMembers = ({ chatId }: InChat): Promise<MemberRow[]> =>
  members()
    .where(eq(chatMembers.chatId, chatId))
    .orderBy(asc(chatMembers.role), asc(sql`lower(${users.fullName})`), asc(users.id));

type PeopleQuery = { groupId: string; userIds: number[]; emails: string[] };

export async function listPeopleOfGroup({ groupId, userIds, emails }: PeopleQuery) {
  if (userIds.length + emails.length === 0) return [];
  return db()
    .select({ id: users.id, email: users.email, fullName: users.fullName })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(
      and(eq(groupMembers.groupId, groupId), or(inArray(users.id, userIds), inArray(users.email, emails))),
    )
    .orderBy(asc(users.id));
}

/**
 * Adds people to a chat. Earlier messages count as read. Resets the stale rows of people who left the group and came
 * back.
 */
export async function insertMembers({
  chat,
  people,
}: {
  chat: { id: number; groupId: string };
  people: { userId: number; role: ChatRole }[];
}): Promise<void> {
  const { lastMessageId, lastActivityAt } = requireRow(
    await db()
      .select({ lastMessageId: chats.lastMessageId, lastActivityAt: chats.lastActivityAt })
      .from(chats)
      .where(eq(chats.id, chat.id)),
  );
  const place = { chatId: chat.id, groupId: chat.groupId, lastReadMessageId: lastMessageId, lastActivityAt };
  await db()
    .insert(chatMembers)
    .values(people.map((person) => ({ ...place, ...person })))
    .onConflictDoUpdate({
      target: [chatMembers.chatId, chatMembers.userId],
      set: {
        role: sql`excluded.role`,
        joinedAt: sql`now()`,
        unreadCount: 0,
        // The trigger `note_chat_of_member` copies these values from the chat.
        countedMessages: sql`excluded.counted_messages`,
        unreadEpoch: sql`excluded.unread_epoch`,
        lastReadMessageId: lastMessageId,
        lastActivityAt: sql`excluded.last_activity_at`,
      },
    });
}

// Matches a chat and the conversations of its visitors, which share its members.
const withConversations = (chatId: number) =>
  sql`(${chatMembers.chatId} = ${chatId} or ${chatMembers.chatId} in (${selectConversationIds(chatId)}))`;
const selectConversationIds = (chatId: number) =>
  sql`select id from chats conversation where parent_chat_id = ${chatId} and standing_key = ${VISITOR_KEY}`;

export const insertIntoConversations = ({ chatId, userIds }: InChat & { userIds: number[] }) =>
  db().execute(sql`
    insert into ${chatMembers} (chat_id, user_id, group_id, role, last_read_message_id, last_activity_at)
    select conversation.id, member.user_id, member.group_id, member.role, conversation.last_message_id,
      conversation.last_activity_at
    from ${chatMembers} member join chats conversation
      on conversation.parent_chat_id = member.chat_id and conversation.standing_key = ${VISITOR_KEY}
    where member.chat_id = ${chatId} and member.user_id in ${userIds}
    on conflict (chat_id, user_id) do update set role = excluded.role`);

export const setRole = ({ chatId, userIds, role }: InChat & { userIds: number[]; role: ChatRole }) =>
  db()
    .update(chatMembers)
    .set({ role })
    .where(and(withConversations(chatId), inArray(chatMembers.userId, userIds)));

export const deleteMembers = ({ chatId, userIds }: InChat & { userIds: number[] }) =>
  db()
    .delete(chatMembers)
    .where(and(withConversations(chatId), inArray(chatMembers.userId, userIds)));

export async function convertToGroup({ chatId }: InChat): Promise<boolean> {
  const rows = await db()
    .update(chats)
    .set({ chatType: "group" })
    .where(and(eq(chats.id, chatId), sql`${chats.chatType} <> 'group'`))
    .returning({ id: chats.id });
  return rows.length > 0;
}

type Pair = { groupId: string; userId: number; otherId: number };

export const lockPair = ({ groupId, userId, otherId }: Pair) => {
  const key = `direct ${groupId} ${Math.min(userId, otherId)} ${Math.max(userId, otherId)}`;
  return db().execute(sql`select pg_advisory_xact_lock(hashtext(${key}))`);
};

export async function findDirect({ groupId, userId, otherId }: Pair): Promise<number | undefined> {
  const [row] = await db()
    .select({ id: chats.id })
    .from(chats)
    .innerJoin(chatMembers, and(eq(chatMembers.chatId, chats.id), eq(chatMembers.userId, userId)))
    .where(
      and(
        eq(chats.groupId, groupId),
        eq(chats.chatType, "direct"),
        sql`(select array_agg(all_of.user_id order by all_of.user_id) from ${chatMembers} all_of
          where all_of.chat_id = ${chats.id}) = array[${Math.min(userId, otherId)}::int, ${Math.max(userId, otherId)}::int]`,
      ),
    )
    .orderBy(asc(chats.id))
    .limit(1);
  return row?.id;
}

type Direct = { groupId: string; name: string; createdBy: number; userIds: number[] };

export async function insertDirect({ groupId, name, createdBy, userIds }: Direct): Promise<number> {
  const values = { groupId, name, createdBy, isNamedByPerson: true, chatType: "direct" as const };
  const { id } = requireRow(await db().insert(chats).values(values).returning({ id: chats.id }));
  const owner = { chatId: id, groupId, role: "owner" as const };
  await db()
    .insert(chatMembers)
    .values(userIds.map((userId) => ({ ...owner, userId })));
  return id;
}
