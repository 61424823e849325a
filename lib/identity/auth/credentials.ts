import { decode } from "next-auth/jwt";
import type { Caller } from "@/lib/api/actor";
import { config } from "@/lib/platform/config";
import { hashed } from "@/lib/platform/crypto/secrets";
import { unauthorized } from "@/lib/platform/errors";
import * as queries from "./queries";
import { isApiToken, readAccessToken, readLoginToken } from "./tokens";

/** The cookie of the browser workspace. On https the browser itself refuses it for any other host. */
export const sessionCookie = () => {
  const isSecure = config().appUrl.startsWith("https:");
  return { name: isSecure ? "__Host-parley-session" : "parley-session", isSecure };
};

type Headers = Record<string, string | undefined>;

/**
 * The caller of a secured operation: `Bearer <access token>`, an API token as
 * `Token` or as `Bearer`, which is all that many programs can send, or the
 * workspace's cookie when the request comes from our own pages.
 * @throws AppError unauthorized
 */
export async function viewerFrom(headers: Headers, method: string): Promise<Caller> {
  const { authorization } = headers;
  const viewer = authorization ? await viewerOf(authorization) : await viewerOfCookie(headers, method);
  if (!viewer) throw unauthorized();
  return viewer;
}

/** @throws AppError unauthorized unless it is a login token of ours that has not expired */
export async function requireLoginToken(token: string): Promise<void> {
  if (!(await readLoginToken(token))) throw unauthorized("The login token is invalid or has expired.");
}

async function viewerOf(authorization: string): Promise<Caller | undefined> {
  const [, scheme, token] = /^(Bearer|Token) ([\x21-\x7e]{1,2000})$/i.exec(authorization) ?? [];
  if (!scheme || !token) return undefined;
  if (isApiToken(token)) return queries.viewerByApiToken({ hash: hashed(token) });
  if (scheme.toLowerCase() === "token") return undefined;
  const sessionId = await readAccessToken(token);
  if (sessionId) return queries.viewerBySession({ sessionId });
  return viewerOfLoginToken(token);
}

/** A login token serves as an access token while its owner is in exactly one group. */
async function viewerOfLoginToken(token: string): Promise<Caller | undefined> {
  const claims = await readLoginToken(token);
  if (!claims) return undefined;
  const viewers = await queries.viewersByUser(claims);
  if (viewers.length > 1) {
    throw unauthorized(
      "You are in several groups: call /auth/login/group with this token to get one for a group.",
    );
  }
  return viewers[0];
}

async function viewerOfCookie(headers: Headers, method: string): Promise<Caller | undefined> {
  const cookie = cookieOf(headers, sessionCookie().name);
  if (!cookie || !isFromOurPages(headers, method)) return undefined;
  const sessionId = await sessionIn(cookie);
  return sessionId ? queries.viewerBySession({ sessionId }) : undefined;
}

/** The signed-in person of a page, or undefined. Pages are shown to whoever has the cookie; only calls can be forged. */
export async function viewerOfPage(cookie: string | undefined): Promise<Caller | undefined> {
  const sessionId = cookie && (await sessionIn(cookie));
  return sessionId ? queries.viewerBySession({ sessionId }) : undefined;
}

/** The session that the workspace's cookie names. */
export async function sessionIn(cookie: string): Promise<string | undefined> {
  try {
    const token = await decode({ token: cookie, secret: config().authSecret });
    return typeof token?.sid === "string" ? token.sid : undefined;
  } catch {
    return undefined;
  }
}

/** A cookie of a request. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  for (const part of (headers.cookie ?? "").split(/; */)) {
    const at = part.indexOf("=");
    if (part.slice(0, at) === name) return part.slice(at + 1);
  }
  return undefined;
}

/** A browser says where a call comes from; another site's call never counts as the person's own. */
function isFromOurPages(headers: Headers, method: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || (site === "none" && method === "GET");
  const { origin } = headers;
  if (origin === undefined) return method === "GET";
  try {
    return new URL(origin).host === headers.host;
  } catch {
    return false;
  }
}
