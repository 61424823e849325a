import { toUserMini } from "@/lib/identity/people/service";
import type { InvitationRow, MemberRow } from "./queries";

export const toGroupMember = (row: MemberRow) => ({
  ...toUserMini(row),
  role: row.role,
  joined_at: row.joinedAt.toISOString(),
});

export const toInvitation = (row: InvitationRow, inviter: Parameters<typeof toUserMini>[0]) => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invited_by: toUserMini(inviter),
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
});
