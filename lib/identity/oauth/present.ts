import type { ActiveGrant } from "./queries";

export const toConnectedApp = ({ id, name, groupId, groupName, createdAt, lastUsedAt }: ActiveGrant) => ({
  id,
  name,
  group: { id: groupId, name: groupName },
  connected_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
