import type { BodyOf } from "@/lib/api/contract";
import { limits, take } from "@/lib/api/limits";
import { AppError } from "@/lib/platform/errors";
import type { oauthApi } from "./contract";
import { SCOPE } from "./metadata";
import * as queries from "./queries";

/** What programs register. No address on it is asked for anything, and none leads anywhere before a person has allowed it. */

/** What OAuth calls an error, with a sentence for whoever wrote the program. */
export const refusal = (code: string, message: string) => new AppError("bad_request", message, { code });

/** @throws AppError rate_limited, bad_request */
export async function register(given: BodyOf<typeof oauthApi.registerOauthClient>, address: string) {
  await take(limits.registrations(), address);
  for (const uri of given.redirect_uris)
    if (!isRedirectUri(uri))
      throw refusal(
        "invalid_redirect_uri",
        `${JSON.stringify(uri)} can't be used. Redirect URIs are https, http://localhost, or a scheme of the program's own, without a fragment.`,
      );
  const grants = given.grant_types ?? ["authorization_code"];
  if (!grants.includes("authorization_code"))
    throw refusal("invalid_client_metadata", "Only grants of the type authorization_code are given.");
  const name = printable(given.client_name ?? "") || hostOf(given.redirect_uris[0]!);
  const row = await queries.insertClient({ name, redirectUris: given.redirect_uris });
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
const printable = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, 100);

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Schemes that browsers do something of their own with. */
const OF_BROWSERS =
  /^(about|blob|chrome|chrome-extension|data|file|filesystem|ftp|intent|javascript|mailto|moz-extension|ms-settings|search-ms|sms|tel|vbscript|view-source|ws|wss):$/;

function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.includes("#") || /[\s\\]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  if (protocol === "https:") return true;
  if (protocol === "http:") return LOOPBACK.test(hostname);
  return !OF_BROWSERS.test(protocol);
}

/** Where the browser goes back to, for people: a host, or the scheme of a program on their machine. */
export function hostOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol;
}

/** Whether a program registered this address; on the same machine the port may be any (RFC 8252, section 7.3). */
export const isRegistered = ({ redirectUris }: Pick<queries.ClientRow, "redirectUris">, asked: string) =>
  redirectUris.includes(asked) ||
  (isRedirectUri(asked) &&
    redirectUris.some((uri) => isLoopback(uri) && withoutPort(uri) === withoutPort(asked)));

const isLoopback = (uri: string) => {
  const { protocol, hostname } = new URL(uri);
  return protocol === "http:" && LOOPBACK.test(hostname);
};
function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = "";
  return url.href;
}
