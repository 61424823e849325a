import type { AuthOptions } from "next-auth";
import { services } from "@/app/services";
import { config } from "@/lib/platform/config";
import { createProviders, type SignInOutcome } from "./providers";

/**
 * Configures NextAuth, which alone writes the browser's session cookie, on the same users and service as the API. The
 * cookie only names a row of `sessions`, so ending that session also signs the browser out. Each sign-in creates a
 * session.
 * @param address IP address of the request
 */
export function configureSessions(address?: string, outcome: SignInOutcome = {}): AuthOptions {
  // NextAuth reads its address from the environment; the request's Host is never trusted.
  process.env.NEXTAUTH_URL ??= config().appUrl;
  const { name, options, secret, maxAge } = services().getBrowserCookieConfig();
  return {
    secret,
    session: { strategy: "jwt", maxAge },
    // NextAuth's own pages are never shown.
    pages: { signIn: "/login", signOut: "/login", error: "/login", verifyRequest: "/login" },
    useSecureCookies: options.secure,
    cookies: { sessionToken: { name, options } },
    providers: createProviders(outcome),
    callbacks: {
      jwt: ({ token, user }) => (user ? { sid: user.id } : token),
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ url, baseUrl }) => (isOurs(url, baseUrl) ? new URL(url, baseUrl).href : baseUrl),
    },
    events: {
      signOut: async ({ token }) => {
        const { data: sessionId } = services().SessionId.safeParse(token?.sid);
        if (sessionId) await services().signOutBrowser(sessionId, address);
      },
    },
  };
}

function isOurs(url: string, baseUrl: string): boolean {
  try {
    return new URL(url, baseUrl).origin === new URL(baseUrl).origin;
  } catch {
    return false;
  }
}
