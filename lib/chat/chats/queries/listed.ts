import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats, chatWorkspaces } from "@/db/schema/chats";
import { inboundMails } from "@/db/schema/inbound-mails";

/** The caller: every query reaches chats only through their own membership. */
export type Mine = { userId: number; groupId: string };

export const ofCaller = ({ userId, groupId }: Mine) =>
  and(eq(chatMembers.userId, userId), eq(chatMembers.groupId, groupId));

const parents = alias(chats, "parents");
/** Not what may be long and what no list shows. */
const { canvas: _, searchText: __, ...columns } = getTableColumns(chats);

/** Chats with all that a list shows of them. */
export const listed = () =>
  db()
    .select({
      chat: columns,
      member: chatMembers,
      assistant: {
        id: virtualAssistants.id,
        name: virtualAssistants.name,
        mentionName: virtualAssistants.mentionName,
        avatar: virtualAssistants.avatar,
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
    })
    .from(chatMembers)
    .innerJoin(chats, eq(chats.id, chatMembers.chatId))
    .leftJoin(virtualAssistants, eq(virtualAssistants.id, chats.virtualAssistantId))
    .leftJoin(chatWorkspaces, eq(chatWorkspaces.id, chats.chatWorkspaceId))
    .leftJoin(parents, eq(parents.id, chats.parentChatId))
    .$dynamic();
export type ListedChat = Awaited<ReturnType<typeof listed>>[number];
