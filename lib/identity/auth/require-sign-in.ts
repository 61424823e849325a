import type { Caller } from "@/lib/api/actor";
import { forbidden } from "@/lib/platform/errors";

/**
 * Rejects API tokens for operations on the whole account, because a token is for one group and stored in programs. A
 * token must not create tokens either, which would outlive its own revocation.
 * @throws AppError forbidden
 */
export function requireSignIn({ credential }: Caller): void {
  if (credential.kind === "api_token") throw forbidden("An API token can't do this. Sign in instead.");
}

/**
 * Rejects expiring API tokens for operations that end other credentials, so that a temporary token can't lock out the
 * account's owner.
 * @throws AppError forbidden for an API token that expires
 */
export function requireLasting({ credential }: Caller): void {
  if (credential.kind === "api_token" && credential.expires)
    throw forbidden("An API token with an expiry date can't do this. Sign in instead.");
}
