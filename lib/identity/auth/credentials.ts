import type { Caller } from "@/lib/api/actor";
import * as callers from "@/lib/identity/callers/service";
import { hashSecret } from "@/lib/platform/crypto/secrets";
import { unauthorized } from "@/lib/platform/errors";
import { findViewerByCookie, getBrowserCookieConfig, parseCookie } from "./browser-cookie";
import { isApiToken, isProgramToken, readAccessToken, readLoginToken } from "./tokens";

/**
 * Credentials of a request. `cookie` is set for same-origin requests only. `pageOwner` is the account and group that
 * the page was rendered for. `isForPrograms` is true if the operation accepts OAuth access tokens.
 */
export type PresentedCredentials = {
  authorization?: string;
  cookie?: string;
  pageOwner?: string;
  isForPrograms?: boolean;
};

/**
 * Authenticates a caller by `Bearer <access token>`, by an API token as `Token` or `Bearer` (many programs support
 * only the latter), or by the session cookie when there is no such header.
 * @throws AppError unauthorized
 */
export async function authenticateCaller({
  authorization,
  cookie,
  pageOwner,
  isForPrograms,
}: PresentedCredentials): Promise<Caller> {
  const viewer = authorization
    ? await authenticate(authorization, isForPrograms)
    : await findViewerOfPage(parseCookie(cookie, getBrowserCookieConfig().name), pageOwner);
  if (!viewer) throw unauthorized();
  return viewer;
}

// Returns undefined for a page that stayed open while the browser switched to another account or group.
async function findViewerOfPage(cookie: string | undefined, pageOwner?: string): Promise<Caller | undefined> {
  const viewer = await findViewerByCookie(cookie);
  const isOwner = pageOwner === undefined || pageOwner === `${viewer?.user.id} ${viewer?.group.id}`;
  return isOwner ? viewer : undefined;
}

/** @throws AppError unauthorized unless it is a valid login token */
export async function requireLoginToken(token: string): Promise<void> {
  if (!(await readLoginToken(token))) throw unauthorized("The login token is invalid or has expired.");
}

async function authenticate(authorization: string, isForPrograms = false): Promise<Caller | undefined> {
  const [, scheme, token] = /^(Bearer|Token) ([\x21-\x7e]{1,2000})$/i.exec(authorization) ?? [];
  if (!scheme || !token) return undefined;
  if (isApiToken(token)) return callers.findByApiToken(hashSecret(token));
  // OAuth tokens are valid for their resource only (RFC 8707).
  if (isProgramToken(token)) return isForPrograms ? callers.findByApiToken(hashSecret(token)) : undefined;
  if (scheme.toLowerCase() === "token") return undefined;
  const sessionId = await readAccessToken(token);
  if (sessionId) return callers.findBySession(sessionId);
  return findViewerOfLoginToken(token);
}

// Accepts a login token as an access token if its user is in exactly one group.
async function findViewerOfLoginToken(token: string): Promise<Caller | undefined> {
  const claims = await readLoginToken(token);
  if (!claims) return undefined;
  const viewers = await callers.byUser(claims);
  if (viewers.length > 1) {
    throw unauthorized(
      "You are in several groups: call /auth/login/group with this token to get one for a group.",
    );
  }
  return viewers[0];
}
