import type { NextResponse } from "next/server";
import { services } from "@/app/services";

// Cookie with the state of a pending sign-in with a provider, which ends after ten minutes.
const COOKIE = "parley-oidc";
const PATH = "/login/oidc";
const MAX_AGE_SECONDS = 600;

export type OidcParams = { params: Promise<{ provider: string }> };

export const readPendingSignIn = ({ headers }: Request): string =>
  Buffer.from(services().parseCookie(headers.get("cookie"), COOKIE) ?? "", "base64url").toString();

export function setPendingSignIn(response: NextResponse, content: object | null): NextResponse {
  const { options } = services().getBrowserCookieConfig();
  const maxAge = content ? MAX_AGE_SECONDS : 0;
  const value = content ? Buffer.from(JSON.stringify(content)).toString("base64url") : "";
  response.cookies.set(COOKIE, value, { ...options, path: PATH, maxAge });
  return response;
}
