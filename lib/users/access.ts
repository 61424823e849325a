import type { Viewer } from "@/lib/auth/viewer";
import { forbidden } from "@/lib/errors";

/**
 * What concerns the whole account, in all of its groups: an API token is for
 * one group and lies about in programs, so it must not reach so far.
 * @throws AppError forbidden
 */
export function requireSignIn({ credential }: Viewer): void {
  if (credential.kind === "api_token") throw forbidden("An API token cannot do this. Sign in to do it.");
}
