import { config } from "@/lib/platform/config";

/** What programs are signed in to (RFC 9728): an operation's address, and where it says how. */

/** @param path Of an operation */
export const resourceOf = (path: string) => `${config().appUrl}/api/v1${path}`;

/** @param path Of an operation */
export const metadataOf = (path: string) =>
  `${config().appUrl}/.well-known/oauth-protected-resource/api/v1${path}`;
