import type { WorkspaceRow } from "./queries";

export const workspace = ({ id, uuid, name, chatsCount, createdBy, createdAt }: WorkspaceRow) => ({
  id,
  uuid,
  name,
  chats_count: chatsCount,
  created_by_id: createdBy,
  created_at: createdAt.toISOString(),
});
