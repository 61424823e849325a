import { config } from "@/lib/platform/config";

/** OAuth protected resources (RFC 9728): the URL of an operation and of its metadata. */

/** @param path of an operation */
export const resourceOf = (path: string) => `${config().appUrl}/api/v1${path}`;

/** @param path of an operation */
export const metadataOf = (path: string) =>
  `${config().appUrl}/.well-known/oauth-protected-resource/api/v1${path}`;
