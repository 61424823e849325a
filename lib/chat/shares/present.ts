import { toUserMini } from "@/lib/identity/people/service";
import { config } from "@/lib/platform/config";
import { createLinkToken } from "@/lib/platform/crypto/links";
import type { ListedShare } from "./queries";

export const share = ({ id, requiresSignIn, isLive, creator, createdAt, expiresAt }: ListedShare) => ({
  id,
  url: `${config().appUrl}/shared/${createLinkToken("shares", id)}`,
  requires_sign_in: requiresSignIn,
  is_live: isLive,
  created_by: creator && toUserMini(creator),
  created_at: createdAt.toISOString(),
  expires_at: expiresAt?.toISOString() ?? null,
});
