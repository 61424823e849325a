import { cookies } from "next/headers";
import { NextResponse } from "next/server";
import { type Signed, setSessionCookies } from "@/app/api/auth/in-process";
import { readBrowser } from "@/app/api/auth/providers";
import { services } from "@/app/services";
import type { Browser } from "@/lib/identity/auth/service";
import { config } from "@/lib/platform/config";

// Pages whose forms are handled here. Forms posted without JavaScript get a redirect; scripts that accept JSON get
// JSON.
type FormPage =
  | "/login"
  | "/login/email"
  | "/register"
  | "/register/passwordless"
  | "/forgot-password"
  | `/${"login/magic" | "register/confirm" | "reset-password"}/${string}`;
type PageOf = FormPage | ((fields: Record<string, string>) => FormPage);

const RETURNED = "parley-form";

/** @returns an address to continue at instead of `next`, or the signed-in session */
type Work = (fields: Record<string, string>, from: Browser, next: string) => Promise<string | Signed>;

/** Parses a posted form, runs `work`, and redirects to its result or `next`. Errors are shown on `page`. */
export const answerForm = (request: Request, page: PageOf, work: Work): Promise<Response> =>
  fromOurPage(request, () =>
    services().answerPosted(request, (given) => answerFields(request, given, page, work)),
  );

async function answerFields(
  request: Request,
  { next, ...fields }: Record<string, string>,
  page: PageOf,
  work: Work,
): Promise<Response> {
  const wantsJson = request.headers.get("accept") === "application/json";
  const to = services().toOwnPath(next, config().appUrl);
  try {
    const done = await work(fields, readBrowser(request.headers), to);
    const signed = typeof done === "string" ? { cookies: [], next: done } : done;
    const after = signed.next ?? to;
    if (!wantsJson) return redirectAfterForm(after, signed);
    const response = NextResponse.json({ next: after });
    setSessionCookies(response, signed);
    return response;
  } catch (error) {
    const refusal = services().toRefusal(error);
    if (wantsJson) return Response.json(refusal, { status: 400 });
    const shownOn = typeof page === "function" ? page(fields) : page;
    const response = redirectAfterForm(services().withNext(shownOn, to));
    const { options } = services().getBrowserCookieConfig();
    response.cookies.set(RETURNED, services().packForm(shownOn, fields, refusal), {
      ...options,
      maxAge: 10,
    });
    return response;
  }
}

/** Rejects requests from other origins, as protection against CSRF. */
export const fromOurPage = async (
  { method, headers }: Request,
  answer: () => Promise<Response>,
): Promise<Response> =>
  services().isSameOrigin({ method, headers: Object.fromEntries(headers) }, true)
    ? answer()
    : new Response("This form was not sent from our own page.", { status: 403 });

/** Redirects to a relative location, which is correct behind any proxy. */
export function redirectAfterForm(location: string, signed?: Signed): NextResponse {
  const response = new NextResponse(null, {
    status: 303,
    headers: { location, "cache-control": "no-store" },
  });
  if (signed) setSessionCookies(response, signed);
  return response;
}

/** Reads the values and errors of a refused form from a cookie that lasts a few seconds. */
export const readReturnedForm = async (page: FormPage) =>
  services().unpackForm((await cookies()).get(RETURNED)?.value, page);
