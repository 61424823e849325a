import type { Caller } from "@/lib/api/actor";
import { forbidden } from "@/lib/platform/errors";

/**
 * What concerns the whole account, in all of its groups: an API token is for
 * one group and lies about in programs, so it must not reach so far. Nor does
 * it make tokens, which would outlive its own revocation.
 * @throws AppError forbidden
 */
export function requireSignIn({ credential }: Caller): void {
  if (credential.kind === "api_token") throw forbidden("An API token can't do this. Sign in instead.");
}

/**
 * What ends the account's other credentials: whoever was given a token until a
 * certain day must not lock its owner out.
 * @throws AppError forbidden for an API token that expires
 */
export function requireLasting({ credential }: Caller): void {
  if (credential.kind === "api_token" && credential.expires)
    throw forbidden("An API token with an expiry date can't do this. Sign in instead.");
}
