import type { NextApiRequest, NextApiResponse } from "next";
import type { NextResponse } from "next/server";
import NextAuth, { type AuthOptions } from "next-auth";
import { services } from "@/app/services";
import { configureSessions } from "./browser-sessions";
import type { ProviderId, SignInOutcome } from "./providers";

/**
 * Calls NextAuth in-process for forms posted to our own pages, with the requests that a browser would send to
 * `/api/auth`.
 */

/** Result of a sign-in or sign-out. `device` is the value of the cookie that lists the users known on the device. */
export type Signed = { cookies: string[]; device?: string; next?: string };

/**
 * Signs in through one of NextAuth's providers.
 * @throws errors of the provider
 */
export async function signInWithProvider(
  provider: ProviderId,
  fields: Record<string, string>,
  { headers }: Request,
): Promise<Signed> {
  const outcome: SignInOutcome = {};
  const options = configureSessions(services().getPageCallerAddress(headers), outcome);
  const { cookies } = await post(["callback", provider], fields, headers, options);
  if (outcome.error) throw outcome.error;
  const { userId, next } = outcome.entered!;
  if (userId === null) return { cookies: [], next };
  return {
    cookies,
    next,
    device: services().withUser(
      services().parseCookie(headers.get("cookie"), services().getDeviceCookie().name),
      userId,
    ),
  };
}

export const signOut = ({ headers }: Request): Promise<Signed> =>
  post(["signout"], {}, headers, configureSessions(services().getPageCallerAddress(headers)));

export function setSessionCookies(response: NextResponse, { cookies, device }: Signed): void {
  const { name, options } = services().getDeviceCookie();
  if (device) response.cookies.set(name, device, options);
  for (const line of cookies) response.headers.append("set-cookie", line);
}

/**
 * Posts to NextAuth with its CSRF token.
 * @returns the session's Set-Cookie lines
 */
async function post(path: string[], fields: Record<string, string>, headers: Headers, options: AuthOptions) {
  const session = services().getBrowserCookieConfig().name;
  const current = services().parseCookie(headers.get("cookie"), session);
  const { body, cookies } = await ask({ method: "GET", path: ["csrf"], headers, cookies: {} }, options);
  const answer = await ask(
    {
      method: "POST",
      path,
      headers,
      cookies: {
        ...Object.fromEntries(cookies.map(parseCookiePair)),
        ...(current && { [session]: current }),
      },
      body: { ...fields, ...(body as { csrfToken: string }) },
    },
    options,
  );
  return { cookies: answer.cookies.filter((line) => line.startsWith(`${session}=`)) };
}

function parseCookiePair(line: string): [string, string] {
  const pair = line.slice(0, line.indexOf(";"));
  const at = pair.indexOf("=");
  return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
}

type InProcessRequest = {
  method: string;
  path: string[];
  headers: Headers;
  cookies: Record<string, string>;
  body?: Record<string, string>;
};

async function ask({ path, headers, ...asked }: InProcessRequest, options: AuthOptions) {
  const answer = { body: undefined as unknown, cookies: [] as string[] };
  const request = { ...asked, query: { nextauth: path }, headers: Object.fromEntries(headers) };
  const keepBody = (body: unknown) => {
    answer.body = body;
  };
  const response = {
    status: () => response,
    getHeader: (name: string) => (name === "Set-Cookie" ? answer.cookies : undefined),
    setHeader: (name: string, value: string | string[]) => {
      if (name === "Set-Cookie") answer.cookies = [value].flat();
      return response;
    },
    send: keepBody,
    json: keepBody,
    end: () => {},
  };
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  return answer;
}
