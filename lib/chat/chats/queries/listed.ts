import { and, desc, eq, getTableColumns, gt, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { prepareOnce } from "@/db/prepared-names";
import { toArrayLiteral } from "@/db/row-values";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats, chatTags, chatWorkspaces } from "@/db/schema/chats";
import { inboundMails } from "@/db/schema/inbound-mails";
import type { Reference } from "@/lib/api/fields";
import { type ChatCaller, updateLargeMemberships } from "./large-chats";

export type { ChatCaller } from "./large-chats";

type Someone = { userId: number | Placeholder; groupId: string | Placeholder };

export const isOfCaller = ({ userId, groupId }: Someone) =>
  and(eq(chatMembers.userId, userId), eq(chatMembers.groupId, groupId));

const parents = alias(chats, "parents");
const { canvas: _, searchText: __, ...columns } = getTableColumns(chats);

// Caps the unread sub-chats that are summed up per parent; the badge shows "99+" anyway.
const MAX_COUNTED_CHILDREN = 1000;

function unreadBelow(caller: Someone) {
  const unread = db()
    .select({ chatId: chatMembers.chatId, count: chatMembers.unreadCount })
    .from(chatMembers)
    .where(
      and(
        isOfCaller(caller),
        eq(chatMembers.isArchived, false),
        gt(chatMembers.unreadCount, sql`0`),
        eq(chatMembers.place, sql`'sub_chat'`),
      ),
    )
    .orderBy(desc(chatMembers.isStarred), desc(chatMembers.lastActivityAt), desc(chatMembers.chatId))
    .limit(MAX_COUNTED_CHILDREN)
    .as("unread");
  const below = alias(chats, "below");
  return db()
    .select({ parentId: below.parentChatId, count: sql<number>`sum(${unread.count})::int`.as("count") })
    .from(unread)
    .innerJoin(below, eq(below.id, unread.chatId))
    .groupBy(below.parentChatId)
    .as("unread_below");
}

const listed = (caller: Someone, which: SQL) => {
  const below = unreadBelow(caller);
  return db()
    .select({
      chat: columns,
      member: chatMembers,
      assistant: {
        id: virtualAssistants.id,
        name: virtualAssistants.name,
        mentionName: virtualAssistants.mentionName,
        avatar: virtualAssistants.avatar,
        avatarKey: virtualAssistants.avatarKey,
      },
      workspace: { id: chatWorkspaces.id, uuid: chatWorkspaces.uuid, name: chatWorkspaces.name },
      parentUuid: parents.uuid,
      membersCount: sql<number>`(select count(*)::int from ${chatMembers} others join group_members present
        on present.user_id = others.user_id and present.group_id = others.group_id
        where others.chat_id = ${chats.id})`,
      subChatsCount: sql<number>`(select count(*)::int from ${chats} subs where subs.parent_chat_id = ${chats.id})`,
      heldMailsCount: sql<number>`case when ${chats.emailIntegrationEnabled} and ${chatMembers.role} <> 'member'
        then (select count(*)::int from ${inboundMails} held where held.chat_id = ${chats.id} and held.state = 'held')
        else 0 end`,
      tags: sql<string[]>`coalesce((select jsonb_agg(own.tag order by lower(own.tag)) from ${chatTags} own
        where own.chat_id = ${chats.id} and own.user_id = ${chatMembers.userId}), '[]')`,
      unreadBelow: below.count,
    })
    .from(chatMembers)
    .innerJoin(chats, eq(chats.id, chatMembers.chatId))
    .leftJoin(virtualAssistants, eq(virtualAssistants.id, chats.virtualAssistantId))
    .leftJoin(chatWorkspaces, eq(chatWorkspaces.id, chats.chatWorkspaceId))
    .leftJoin(parents, eq(parents.id, chats.parentChatId))
    .leftJoin(below, eq(below.parentId, chats.id))
    .where(and(isOfCaller(caller), which));
};
export type ListedChat = Awaited<ReturnType<typeof listed>>[number];

const SOMEONE = { userId: sql.placeholder("userId"), groupId: sql.placeholder("groupId") };
const which = {
  ids: prepareOnce(() =>
    listed(SOMEONE, sql`${chatMembers.chatId} = any(${sql.placeholder("ids")}::int[])`).prepare(
      "listed_chats",
    ),
  ),
  number: prepareOnce(() => listed(SOMEONE, eq(chats.id, sql.placeholder("chat"))).prepare("listed_chat")),
  string: prepareOnce(() =>
    listed(SOMEONE, eq(chats.uuid, sql.placeholder("chat"))).prepare("listed_chat_by_uuid"),
  ),
};
export const listChatsByIds = (caller: ChatCaller, ids: number[]): Promise<ListedChat[]> =>
  which.ids().execute({ ...caller, ids: toArrayLiteral(ids) });

export async function findListedChat(
  given: ChatCaller & { chat: Reference },
): Promise<ListedChat | undefined> {
  await updateLargeMemberships(given);
  const [row] = await which[typeof given.chat === "number" ? "number" : "string"]().execute(given);
  return row;
}
