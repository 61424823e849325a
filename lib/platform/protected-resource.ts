import { config } from "@/lib/platform/config";

/** OAuth protected resources (RFC 9728): the URL of an operation and of its metadata. */

/** @param path of an operation */
export const buildResourceUrl = (path: string) => `${config().appUrl}/api/v1${path}`;

/** @param path of an operation */
export const buildMetadataUrl = (path: string) =>
  `${config().appUrl}/.well-known/oauth-protected-resource/api/v1${path}`;
