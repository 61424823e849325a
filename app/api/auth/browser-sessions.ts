import type { AuthOptions } from "next-auth";
import { services } from "@/app/services";
import { config } from "@/lib/platform/config";
import { createProviders, type SignInOutcome } from "./providers";

/**
 * Configures NextAuth with the users and services of the API. Only NextAuth writes the browser's session cookie. The
 * cookie contains only the id of a row in `sessions`, so ending that session also signs the browser out. Each sign-in
 * creates a session.
 * @param address IP address of the request
 */
export function configureSessions(address?: string, outcome: SignInOutcome = {}): AuthOptions {
  // NextAuth reads its own URL from the environment, because a request's Host header is untrusted.
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
