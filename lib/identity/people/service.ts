import type { users } from "@/db/schema/accounts";

/** A person as others see them. */
export const userMini = (
  user: Pick<typeof users.$inferSelect, "id" | "email" | "fullName" | "avatarUrl">,
) => ({
  id: user.id,
  email: user.email,
  full_name: user.fullName,
  avatar_url: user.avatarUrl,
});
