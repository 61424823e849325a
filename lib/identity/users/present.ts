import { userMini } from "@/lib/identity/people/service";
import type { GroupRow, UserRow } from "./queries";

export const me = (user: UserRow, groups: GroupRow[], groupId: string) => ({
  ...userMini(user),
  created_at: user.createdAt.toISOString(),
  email_confirmed: user.emailConfirmedAt !== null,
  has_password: user.passwordHash !== null,
  firebase_linked: user.firebaseUid !== null,
  mention_name: groups.find(({ id }) => id === groupId)?.mentionName ?? null,
  groups: groups.map(({ id, name, role }) => ({ id, name, role })),
});
