import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { addressOfPage } from "@/lib/api/front";
import {
  checkCredentials,
  cookieOf,
  deviceCookie,
  lifetimes,
  type Source,
  sessionCookie,
  signOutBrowser,
  startBrowserSession,
  userOfMagicToken,
} from "@/lib/identity/auth/service";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

/**
 * The browser's sign-in: NextAuth on the same users and the same service. Its
 * cookie only names a row of `sessions`, so a session that is ended there ends
 * in the browser too. A sign-in always makes a new session.
 */
export function browserSessions(): AuthOptions {
  // NextAuth reads its address from the environment; the request's Host is never trusted for it.
  process.env.NEXTAUTH_URL ??= config().appUrl;
  const { name, isSecure } = sessionCookie();
  return {
    secret: config().authSecret,
    session: { strategy: "jwt", maxAge: lifetimes.refreshToken },
    // Its own pages are never shown.
    pages: { signIn: "/login", signOut: "/login", error: "/login", verifyRequest: "/login" },
    useSecureCookies: isSecure,
    cookies: {
      sessionToken: { name, options: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure } },
    },
    providers: [
      Credentials({
        credentials: { email: {}, password: {} },
        authorize: (given, request) =>
          signedIn(request, async (source) => {
            // A body of JSON may hold anything here.
            const { email, password } = (given ?? {}) as Record<string, unknown>;
            if (typeof email !== "string" || typeof password !== "string") return undefined;
            return checkCredentials(email, password, source);
          }),
      }),
      Credentials({
        id: "magic",
        credentials: { token: {} },
        authorize: (given, request) =>
          signedIn(request, async (source) => {
            const { token } = (given ?? {}) as Record<string, unknown>;
            return typeof token === "string" ? userOfMagicToken(token, source) : undefined;
          }),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sid: user.id } : token),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => (isOurs(url, baseUrl) ? new URL(url, baseUrl).href : baseUrl),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid === "string") await signOutBrowser(token.sid);
      },
    },
  };
}

/** A session of whoever `find` finds; null when they may not sign in. */
async function signedIn(
  request: { headers?: unknown },
  find: (source: Source) => Promise<{ id: number } | undefined>,
): Promise<{ id: string } | null> {
  const headers = (request.headers ?? {}) as Record<string, string | undefined>;
  try {
    const user = await find({
      address: addressOfPage(new Headers(headers as Record<string, string>)),
      device: cookieOf(headers, deviceCookie().name),
    });
    if (!user) return null;
    const session = await startBrowserSession(user.id, headers["user-agent"]?.slice(0, 300) ?? null);
    return { id: session.id };
  } catch (error) {
    // NextAuth shows the message of what is thrown in the address of the next page.
    if (!(error instanceof AppError)) {
      log.error({ err: error }, "a sign-in failed");
      throw new Error("Sign-in failed.");
    }
    if (error.kind === "unauthorized") return null;
    throw error;
  }
}

function isOurs(url: string, baseUrl: string): boolean {
  try {
    return new URL(url, baseUrl).origin === new URL(baseUrl).origin;
  } catch {
    return false;
  }
}
