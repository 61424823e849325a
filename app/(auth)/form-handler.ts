import { cookies } from "next/headers";
import { NextResponse } from "next/server";
import { keepSigned, type Signed } from "@/app/api/auth/in-process";
import { browserOf } from "@/app/api/auth/providers";
import { answerPosted } from "@/lib/api/form";
import { isSameOrigin } from "@/lib/api/same-origin";
import type { Browser } from "@/lib/identity/auth/service";
import {
  browserCookie,
  ownPath,
  packForm,
  refusalOf,
  unpackForm,
  withNext,
} from "@/lib/identity/auth/service";
import { config } from "@/lib/platform/config";

/**
 * What the forms of these pages post to. A form without JavaScript is answered
 * with a redirect, a script that asks for JSON with JSON.
 */
type FormPage =
  | "/login"
  | "/login/email"
  | "/register"
  | "/register/passwordless"
  | "/forgot-password"
  | `/${"login/magic" | "register/confirm" | "reset-password"}/${string}`;
type PageOf = FormPage | ((fields: Record<string, string>) => FormPage);

const RETURNED = "parley-form";

/** Does what a form asks for. @returns where that leads when it is not where the person wanted to go, or who signed in */
type Work = (fields: Record<string, string>, from: Browser, next: string) => Promise<string | Signed>;

/**
 * Reads a posted form, does `work`, and sends the person on: where `work` says,
 * else to `next`. What was wrong is shown on `page`.
 */
export const answerForm = (request: Request, page: PageOf, work: Work): Promise<Response> =>
  fromOurPage(request, () => answerPosted(request, (given) => answerFields(request, given, page, work)));

async function answerFields(
  request: Request,
  { next, ...fields }: Record<string, string>,
  page: PageOf,
  work: Work,
): Promise<Response> {
  const wantsJson = request.headers.get("accept") === "application/json";
  const to = ownPath(next, config().appUrl);
  try {
    const done = await work(fields, browserOf(request.headers), to);
    const signed = typeof done === "string" ? { cookies: [], next: done } : done;
    const after = signed.next ?? to;
    if (!wantsJson) return seeOther(after, signed);
    const response = NextResponse.json({ next: after });
    keepSigned(response, signed);
    return response;
  } catch (error) {
    const refusal = refusalOf(error);
    if (wantsJson) return Response.json(refusal, { status: 400 });
    const shownOn = typeof page === "function" ? page(fields) : page;
    const response = seeOther(withNext(shownOn, to));
    const { options } = browserCookie();
    response.cookies.set(RETURNED, packForm(shownOn, fields, refusal), { ...options, maxAge: 10 });
    return response;
  }
}

/** Answers a form of our own pages, and no other. */
export const fromOurPage = async (
  { method, headers }: Request,
  answer: () => Promise<Response>,
): Promise<Response> =>
  isSameOrigin({ method, headers: Object.fromEntries(headers) }, true)
    ? answer()
    : new Response("This form was not sent from our own page.", { status: 403 });

/** A redirect after a form, relative so that it holds behind any proxy. */
export function seeOther(location: string, signed?: Signed): NextResponse {
  const response = new NextResponse(null, {
    status: 303,
    headers: { location, "cache-control": "no-store" },
  });
  if (signed) keepSigned(response, signed);
  return response;
}

/** What a refused form left for its page; gone after some seconds. */
export const returnedForm = async (page: FormPage) =>
  unpackForm((await cookies()).get(RETURNED)?.value, page);
