import { decode } from "next-auth/jwt";
import { z } from "zod";
import type { Caller } from "@/lib/api/actor";
import * as callers from "@/lib/identity/callers/service";
import { config } from "@/lib/platform/config";
import { lifetimes } from "./tokens";

/**
 * Returns the session cookie's options. NextAuth writes the cookie (`app/api/auth/browser-sessions.ts`), and only
 * this file reads it (docs/decisions/011-browser-session-cookie.md).
 */
export function getBrowserCookieConfig() {
  // The `__Host-` prefix makes browsers reject the cookie for any other host.
  const isSecure = config().appUrl.startsWith("https:");
  return {
    name: isSecure ? "__Host-parley-session" : "parley-session",
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isSecure },
    secret: config().authSecret,
    maxAge: lifetimes.refreshToken,
  };
}

export const SessionId = z.guid();

export async function findSessionByCookie(cookie: string | undefined): Promise<string | undefined> {
  try {
    const token = await decode({ token: cookie, secret: getBrowserCookieConfig().secret });
    return SessionId.safeParse(token?.sid).data;
  } catch {
    return undefined;
  }
}

export async function findViewerByCookie(cookie: string | undefined): Promise<Caller | undefined> {
  const sessionId = await findSessionByCookie(cookie);
  return sessionId ? callers.findBySession(sessionId) : undefined;
}

export function parseCookie(header: string | null | undefined, name: string): string | undefined {
  for (const part of (header ?? "").split(/; */)) {
    const at = part.indexOf("=");
    if (part.slice(0, at) === name) return part.slice(at + 1);
  }
  return undefined;
}
