import type { users } from "@/db/schema/accounts";

export const toUserMini = (
  user: Pick<typeof users.$inferSelect, "id" | "email" | "fullName" | "avatarUrl">,
) => ({
  id: user.id,
  email: user.email,
  full_name: user.fullName,
  avatar_url: user.avatarUrl,
});
