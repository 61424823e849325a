import { toMini } from "@/lib/chat/assistants/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import { toUserMini } from "@/lib/identity/people/service";
import { getMailAddress } from "./mail-address";
import type { getDetails, ListedChat } from "./queries";
import { toPlainSettings } from "./setting-columns";

type UserType = "user" | "assistant" | "guest" | "system";

export function toChatList({
  chat,
  member,
  assistant,
  workspace,
  parentUuid,
  membersCount,
  subChatsCount,
}: ListedChat) {
  return {
    id: chat.id,
    uuid: chat.uuid,
    name: chat.name,
    chat_type: chat.chatType,
    page_type: chat.pageType,
    is_public: chat.isPublic,
    goal: chat.goal,
    memo: chat.memo,
    summary: chat.summary,
    mention_name: chat.mentionName,
    virtual_assistant: assistant && toMini(assistant),
    chat_workspace: workspace,
    parent_chat_id: chat.parentChatId,
    parent_chat_uuid: parentUuid,
    starred: member.isStarred,
    archived: member.isArchived,
    muted: member.isMuted,
    temp: chat.temp,
    unread_count: member.unreadCount,
    members_count: membersCount,
    sub_chats_count: subChatsCount,
    last_message: chat.lastMessageId
      ? {
          id: chat.lastMessageId,
          message: chat.lastMessageText ?? "",
          user_type: chat.lastMessageUserType as UserType,
          created_at: chat.lastMessageAt!.toISOString(),
        }
      : null,
    ...toPlainSettings(chat),
    sub_chat_sorting_strategy: chat.subChatSortingStrategy,
    extra: chat.extra,
    created_at: chat.createdAt.toISOString(),
    updated_at: chat.updatedAt.toISOString(),
    last_activity_at: chat.lastActivityAt.toISOString(),
  };
}

export const toChatListItem = (row: ListedChat) => ({
  ...toChatList(row),
  my_role: row.member.role,
  tags: row.tags,
  sub_chats_unread_count: row.unreadBelow ?? 0,
  held_mails_count: row.heldMailsCount,
});

export const toChatDetail = (
  row: ListedChat,
  details: NonNullable<Awaited<ReturnType<typeof getDetails>>>,
  appUrl: string,
) => ({
  ...toChatListItem(row),
  canvas: details.canvas,
  public_url: row.chat.isPublic ? `${appUrl}/public/chats/${row.chat.uuid}` : null,
  is_visitor: isOfVisitor(row.chat),
  email_address: getMailAddress(row.chat),
  source_task: details.sourceTask && {
    id: details.sourceTask.id,
    name: details.sourceTask.name,
    version_number: row.chat.sourceTaskVersion!,
    latest_version_number: details.sourceTask.latestVersion,
  },
  created_by: details.creator ? toUserMini(details.creator) : null,
  documents_count: details.documentsCount,
  collections: details.collections,
  branched_from: details.branchedFrom,
  branches: details.branches,
});
