import { transaction } from "@/db/transaction";
import type { BodyOf } from "@/lib/api/contract";
import { limits, take } from "@/lib/api/limits";
import { AppError } from "@/lib/platform/errors";
import { hasVisibleCharacter } from "@/lib/platform/names";
import { assertQuota, hasRoom } from "@/lib/platform/quota/service";
import type { oauthApi } from "./contract";
import { SCOPE } from "./metadata";
import * as queries from "./queries";

/** What programs register. No address on it is asked for anything, and none leads anywhere before a person has allowed it. */

/** What OAuth calls an error, with a sentence for whoever wrote the program. */
export const refusal = (code: string, message: string) => new AppError("bad_request", message, { code });

/**
 * Registers a program. The oldest that nobody has signed in to make room for it.
 * @throws AppError rate_limited, bad_request, too_large
 */
export async function register(given: BodyOf<typeof oauthApi.registerOauthClient>, address: string) {
  await take(limits.registrations(), address);
  for (const uri of given.redirect_uris)
    if (!isRedirectUri(uri))
      throw refusal(
        "invalid_redirect_uri",
        `${JSON.stringify(uri)} can't be used. Redirect URIs are https, http://localhost, or a scheme that begins with a domain of yours (com.example.app:/callback), without a fragment.`,
      );
  const grants = given.grant_types ?? ["authorization_code"];
  if (!grants.includes("authorization_code"))
    throw refusal("invalid_client_metadata", "Only grants of the type authorization_code are given.");
  const name = printable(given.client_name ?? "") || hostOf(given.redirect_uris[0]!);
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

/** A name as it can be shown in a sentence: nothing in it turns the text around or hides. */
const printable = (name: string) => {
  const line = name
    .replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, 100);
  return hasVisibleCharacter(line) ? line : "";
};

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** A scheme that an app derives from a domain of its own: a dot and a top-level domain first (RFC 8252, section 7.1). */
const REVERSE_DOMAIN = /^[a-z]{2,63}(\.[a-z0-9][a-z0-9-]*)+:$/;
/** Clients whose scheme has no dot. Their other addresses open files, run prompts or install things, so whole addresses are listed. */
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

/** Where the browser goes back to, for people: a host, or the scheme of a program on their machine. */
export function hostOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol;
}

/**
 * Returns true for an address that the client registered; on the same machine the port may be any (RFC 8252, section 7.3).
 * Checks its scheme again, because the rules may be stricter than when it was registered.
 */
export const isRegistered = ({ redirectUris }: Pick<queries.ClientRow, "redirectUris">, asked: string) =>
  isRedirectUri(asked) &&
  redirectUris.some((uri) => uri === asked || (isLoopback(uri) && withoutPort(uri) === withoutPort(asked)));

const isLoopback = (uri: string) => {
  const { protocol, hostname } = new URL(uri);
  return protocol === "http:" && LOOPBACK.test(hostname);
};
function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = "";
  return url.href;
}
