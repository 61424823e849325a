import { decode } from "next-auth/jwt";
import { z } from "zod";
import type { Caller } from "@/lib/api/actor";
import * as callers from "@/lib/identity/callers/service";
import { config } from "@/lib/platform/config";
import { lifetimes } from "./tokens";

/**
 * The cookie of the browser's session: how NextAuth keeps it
 * (`app/api/auth/browser-sessions.ts`), and which session it names. It is
 * written by NextAuth alone and read here alone
 * (docs/decisions/011-one-owner-of-the-browser-session.md).
 */
export function browserCookie() {
  // On https the browser itself refuses it for any other host.
  const isSecure = config().appUrl.startsWith("https:");
  return {
    name: isSecure ? "__Host-parley-session" : "parley-session",
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isSecure },
    secret: config().authSecret,
    maxAge: lifetimes.refreshToken,
  };
}

/** What the cookie's token says of its session, as far as it can be one. */
export const SessionId = z.guid();

/** The session that the browser's cookie names, whether or not it still lives. */
export async function sessionOfCookie(cookie: string | undefined): Promise<string | undefined> {
  try {
    const token = await decode({ token: cookie, secret: browserCookie().secret });
    return SessionId.safeParse(token?.sid).data;
  } catch {
    return undefined;
  }
}

/** The signed-in person of a browser's cookie, or undefined. */
export async function viewerOfCookie(cookie: string | undefined): Promise<Caller | undefined> {
  const sessionId = await sessionOfCookie(cookie);
  return sessionId ? callers.bySession(sessionId) : undefined;
}

/** The value of a cookie in a request's Cookie header. */
export function cookieIn(header: string | null | undefined, name: string): string | undefined {
  for (const part of (header ?? "").split(/; */)) {
    const at = part.indexOf("=");
    if (part.slice(0, at) === name) return part.slice(at + 1);
  }
  return undefined;
}
