import type { WorkspaceRow } from "./queries";

export const toWorkspace = ({
  id,
  uuid,
  name,
  chatsCount,
  unreadCount,
  createdBy,
  createdAt,
}: WorkspaceRow) => ({
  id,
  uuid,
  name,
  chats_count: chatsCount,
  unread_count: unreadCount,
  created_by_id: createdBy,
  created_at: createdAt.toISOString(),
});
