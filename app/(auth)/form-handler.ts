import { cookies } from "next/headers";
import { encode } from "next-auth/jwt";
import type { z } from "zod";
import { answerPosted } from "@/lib/api/form";
import { addressOfPage, isMarkedLocal } from "@/lib/api/front";
import type { Origin } from "@/lib/identity/auth/service";
import {
  cookieOf,
  deviceCookie,
  lifetimes,
  sessionCookie,
  startBrowserSession,
  withUser,
} from "@/lib/identity/auth/service";
import { config } from "@/lib/platform/config";
import { AppError, type Fault, InvalidInput } from "@/lib/platform/errors";
import { ownPath, withNext } from "./own-path";

/**
 * What the forms of these pages post to. A form without JavaScript is answered
 * with a redirect, a script that asks for JSON with JSON. The session is one of
 * NextAuth's, so it is the same however somebody signed in.
 */
type Refusal = { message?: string; faults: Pick<Fault, "loc" | "msg">[]; retryAfter?: number };
/** What the page shows again after a refused form: its fields, never the password, and what was wrong. */
export type Returned = { fields: Record<string, string>; refusal: Refusal };
type FormPage =
  | "/login"
  | "/login/email"
  | "/register"
  | "/register/passwordless"
  | "/forgot-password"
  | `/${"login/magic" | "register/confirm" | "reset-password"}/${string}`;

const RETURNED = "parley-form";
const LONGEST_COOKIE = 3500;

type Work = (
  fields: Record<string, string>,
  origin: Origin & { isLocal: boolean },
  next: string,
) => Promise<string | undefined>;

/**
 * Reads a posted form, does `work`, and sends the person on: where `work` says,
 * else to `next`. What was wrong is shown on `page`.
 */
export async function answerForm(
  request: Request,
  page: FormPage | ((fields: Record<string, string>) => FormPage),
  work: Work,
): Promise<Response> {
  if (!isFromOurPages(request))
    return new Response("This form was not sent from our own page.", { status: 403 });
  return answerPosted(request, (given) => answerFields(request, given, page, work));
}

async function answerFields(
  request: Request,
  { next, ...fields }: Record<string, string>,
  page: FormPage | ((fields: Record<string, string>) => FormPage),
  work: Work,
): Promise<Response> {
  const wantsJson = request.headers.get("accept") === "application/json";
  const to = ownPath(next, config().appUrl);
  let after: string;
  try {
    const origin = {
      address: addressOfPage(request.headers),
      device: cookieOf(Object.fromEntries(request.headers), deviceCookie().name),
      userAgent: request.headers.get("user-agent")?.slice(0, 300) ?? null,
      isLocal: isMarkedLocal(request.headers),
    };
    after = (await work(fields, origin, to)) ?? to;
  } catch (error) {
    const refusal = refusalOf(error);
    if (wantsJson) return Response.json(refusal, { status: 400 });
    const { password: _password, new_password: _new, token: _token, ...shown } = fields;
    const shownOn = typeof page === "function" ? page(fields) : page;
    await keepReturned(shownOn, { fields: shown, refusal });
    return seeOther(withNext(shownOn, to));
  }
  return wantsJson ? Response.json({ next: after }) : seeOther(after);
}

/** Reads a form's fields by the contract. @throws InvalidInput with all faults */
export function fieldsBy<T>(schema: z.ZodType<T>, fields: unknown): T {
  const given = schema.safeParse(fields);
  if (given.success) return given.data;
  throw new InvalidInput(
    given.error.issues.map(({ path, message, code }) => ({
      loc: ["body", ...(path as string[])],
      msg: message,
      type: code,
    })),
  );
}

/**
 * Signs the person of this request in: a new session, named by NextAuth's
 * cookie, on a device that is known from now on.
 * @throws AppError not_found when the person is not in the named group
 */
export async function signIn(userId: number, userAgent: string | null, groupId?: string): Promise<void> {
  const { id } = await startBrowserSession(userId, userAgent, groupId);
  const { name, isSecure } = sessionCookie();
  const maxAge = lifetimes.refreshToken;
  const token = await encode({ token: { sid: id }, secret: config().authSecret, maxAge });
  const jar = await cookies();
  jar.set(name, token, { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure, maxAge });
  const device = deviceCookie();
  jar.set(device.name, withUser(jar.get(device.name)?.value, userId), device.options);
}

/** True unless the browser says that another site sent the form. */
export function isFromOurPages({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("origin");
  if (origin === null) return true;
  return (
    URL.canParse(origin) &&
    [headers.get("host"), new URL(config().appUrl).host].includes(new URL(origin).host)
  );
}

/** A redirect after a form, relative so that it holds behind any proxy. */
export const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });

function refusalOf(error: unknown): Refusal {
  if (error instanceof InvalidInput) return { faults: error.faults };
  if (!(error instanceof AppError)) throw error;
  return { message: error.message, faults: [], retryAfter: error.extra.retryAfter };
}

async function keepReturned(page: FormPage, returned: Returned): Promise<void> {
  const { isSecure } = sessionCookie();
  const written = (kept: Returned) => Buffer.from(JSON.stringify({ page, ...kept })).toString("base64url");
  const value = written(returned);
  // What was wrong is said even when what was typed does not fit into a cookie.
  const fitting = value.length <= LONGEST_COOKIE ? value : written({ ...returned, fields: {} });
  (await cookies()).set(RETURNED, fitting, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isSecure,
    maxAge: 10,
  });
}

/** What a refused form left for its page; gone after some seconds. */
export async function returnedForm(page: FormPage): Promise<Returned | undefined> {
  const value = (await cookies()).get(RETURNED)?.value;
  if (!value) return undefined;
  try {
    const returned = JSON.parse(Buffer.from(value, "base64url").toString()) as Returned & { page: FormPage };
    return returned.page === page ? returned : undefined;
  } catch {
    return undefined;
  }
}
