import type { LivingGrant } from "./queries";

export const toConnectedApp = ({ id, name, groupId, groupName, createdAt, lastUsedAt }: LivingGrant) => ({
  id,
  name,
  group: { id: groupId, name: groupName },
  connected_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
