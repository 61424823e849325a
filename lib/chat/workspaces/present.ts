import { toMini } from "@/lib/chat/assistants/service";
import { toUserMini } from "@/lib/identity/people/service";
import type { WorkspaceDetails, WorkspaceRow } from "./queries";

export const toWorkspace = (row: WorkspaceRow) => ({
  id: row.id,
  uuid: row.uuid,
  name: row.name,
  icon: row.icon,
  color: row.color,
  is_archived: row.isArchived,
  usable_by: row.usableBy,
  may_use: row.canUse,
  chats_count: row.chatsCount,
  unread_count: row.unreadCount,
  created_by_id: row.createdBy,
  created_at: row.createdAt.toISOString(),
});

export const toWorkspaceDetail = (
  row: WorkspaceRow,
  { instructions, description, collections, creator, assistant }: WorkspaceDetails,
  canChange: boolean,
) => ({
  ...toWorkspace(row),
  description,
  instructions,
  virtual_assistant: assistant && toMini(assistant),
  model: row.model,
  collections,
  user_ids: canChange ? row.userIds : [],
  may_change: canChange,
  created_by: creator && toUserMini(creator),
});
