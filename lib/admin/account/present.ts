import type { ChatRow, MessageRow, SessionRow } from "./queries";

export const toSession = ({ session: row, group }: SessionRow, currentId: string | undefined) => ({
  id: row.id,
  group,
  is_browser: row.isBrowser,
  is_current: row.id === currentId,
  user_agent: row.userAgent,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
});

export const toExportedChat = (
  { chat, role, groupName }: ChatRow,
  members: { id: number; fullName: string; role: string }[],
) => ({
  id: chat.id,
  uuid: chat.uuid,
  name: chat.name,
  chat_type: chat.chatType,
  group: { id: chat.groupId, name: groupName },
  my_role: role,
  members: members.map((member) => ({ id: member.id, full_name: member.fullName, role: member.role })),
  goal: chat.goal,
  memo: chat.memo,
  canvas: chat.canvas,
  summary: chat.summary,
  created_at: chat.createdAt.toISOString(),
});

export const toExportedMessage = ({ message, author, assistant, rating }: MessageRow) => ({
  id: message.id,
  created_at: message.createdAt.toISOString(),
  user_type: message.userType,
  from_user_id: message.fromUserId,
  from: author ?? assistant,
  message: message.text,
  replying_to_message_id: message.replyingToId,
  attachments: message.attachments,
  edited: message.isEdited,
  my_rating: rating && { is_good: rating.isGood, reason: rating.reason, comment: rating.comment },
});
