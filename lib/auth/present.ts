import type { apiTokens, users } from "@/db/schema/accounts";
import type { Viewer } from "./viewer";

export const userMini = (
  user: Pick<typeof users.$inferSelect, "id" | "email" | "fullName" | "avatarUrl">,
) => ({
  id: user.id,
  email: user.email,
  full_name: user.fullName,
  avatar_url: user.avatarUrl,
});

export const groupMini = ({ group }: Viewer) => ({ id: group.id, name: group.name, role: group.role });

export const apiToken = (row: typeof apiTokens.$inferSelect) => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  expires_at: row.expiresAt?.toISOString() ?? null,
});
