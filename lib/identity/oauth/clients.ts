import { transaction } from "@/db/transaction";
import type { BodyOf } from "@/lib/api/contract";
import { consumeRateLimit, limits } from "@/lib/api/limits";
import { AppError } from "@/lib/platform/errors";
import { hasVisibleCharacter } from "@/lib/platform/plain-name";
import { assertQuota, hasRoom } from "@/lib/platform/quota/service";
import type { oauthApi } from "./contract";
import { SCOPE } from "./metadata";
import * as queries from "./queries";

/**
 * Dynamic client registration. Registered URLs are never fetched, and users are redirected to them only after consent.
 */

export const refusal = (code: string, message: string) => new AppError("bad_request", message, { code });

/**
 * Registers a client. Above the quota, the oldest clients without any grant are deleted.
 * @throws AppError rate_limited, bad_request, too_large
 */
export async function register(given: BodyOf<typeof oauthApi.registerOauthClient>, address: string) {
  await consumeRateLimit(limits.registrations(), address);
  for (const uri of given.redirect_uris)
    if (!isRedirectUri(uri))
      throw refusal(
        "invalid_redirect_uri",
        `${JSON.stringify(uri)} can't be used. Redirect URIs are https, http://localhost, or a scheme that begins with a domain of yours (com.example.app:/callback), without a fragment.`,
      );
  const grants = given.grant_types ?? ["authorization_code"];
  if (!grants.includes("authorization_code"))
    throw refusal("invalid_client_metadata", "Only grants of the type authorization_code are given.");
  const name = printable(given.client_name ?? "") || getRedirectHost(given.redirect_uris[0]!);
  const row = await transaction(async () => {
    const inserted = await queries.insertClient({ name, redirectUris: given.redirect_uris });
    while (!(await hasRoom("registrations", {})))
      if (!(await queries.deleteOldestUnusedClient({ except: inserted.id })))
        await assertQuota("registrations", {});
    return inserted;
  });
  return {
    client_id: row.id,
    client_id_issued_at: Math.floor(row.createdAt.getTime() / 1000),
    client_name: row.name,
    redirect_uris: row.redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none" as const,
    scope: SCOPE,
  };
}

// Removes hidden characters and bidirectional controls, so that the name can be shown within a sentence.
const printable = (name: string) => {
  const line = name
    .replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, 100);
  return hasVisibleCharacter(line) ? line : "";
};

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
// A private-use URI scheme in reverse domain notation (RFC 8252, section 7.1).
const REVERSE_DOMAIN = /^[a-z]{2,63}(\.[a-z0-9][a-z0-9-]*)+:$/;
// Callbacks of clients whose scheme has no dot. They are listed in full, because other paths of these schemes open
// files, run prompts or install extensions.
const KNOWN_CALLBACKS = [
  /^cursor:\/\/anysphere\.cursor-(mcp|retrieval)\/oauth\/([\w.-]+\/)?callback$/,
  /^vscode(-insiders)?:\/\/saoudrizwan\.claude-dev\/mcp-auth\/callback\/\w+$/,
  /^warp:\/\/mcp\/oauth2callback(\?server_id=[\w-]+)?$/,
  /^raycast:\/\/oauth(\?package_name=[\w.~%-]+)?$/,
];

function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.includes("#") || /[\s\\\p{C}]/u.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  if (protocol === "https:") return true;
  if (protocol === "http:") return LOOPBACK.test(hostname);
  return REVERSE_DOMAIN.test(protocol) || KNOWN_CALLBACKS.some((callback) => callback.test(text));
}

export function getRedirectHost(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol;
}

/**
 * Returns true for a registered redirect URI; loopback URIs may use any port (RFC 8252, section 7.3). Validates the
 * scheme again, because the rules may have become stricter since registration.
 */
export const isRegistered = ({ redirectUris }: Pick<queries.ClientRow, "redirectUris">, text: string) =>
  isRedirectUri(text) &&
  redirectUris.some((uri) => uri === text || (isLoopback(uri) && withoutPort(uri) === withoutPort(text)));

const isLoopback = (uri: string) => {
  const { protocol, hostname } = new URL(uri);
  return protocol === "http:" && LOOPBACK.test(hostname);
};
function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = "";
  return url.href;
}
