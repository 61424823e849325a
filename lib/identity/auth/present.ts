import type { apiTokens } from "@/db/schema/accounts";
import type { Viewer } from "@/lib/api/actor";

export const toGroupMini = ({ group }: Viewer) => ({ id: group.id, name: group.name, role: group.role });

export const toApiToken = (row: typeof apiTokens.$inferSelect) => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  expires_at: row.expiresAt?.toISOString() ?? null,
});
