import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { configureSessions } from "@/app/api/auth/browser-sessions";
import { services } from "@/app/services";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

const nextAuth = (request: NextRequest, context: RouteContext): Promise<Response> =>
  NextAuth(
    request as never,
    context as never,
    configureSessions(services().getPageCallerAddress(request.headers)),
  );

// Allowed NextAuth actions by method. NextAuth's other actions only fail or write untrusted input to the log.
const ACTIONS = {
  GET: ["csrf", "error", "providers", "session", "signin", "signout"],
  POST: ["callback", "signin", "signout"],
};

const refused = async (
  method: keyof typeof ACTIONS,
  { params }: RouteContext,
): Promise<Response | undefined> => {
  const [action = ""] = (await params).nextauth;
  if (ACTIONS[method].includes(action)) return undefined;
  const other = method === "GET" ? "POST" : "GET";
  return ACTIONS[other].includes(action)
    ? new Response("Method Not Allowed", { status: 405, headers: { allow: other } })
    : new Response("Not Found", { status: 404 });
};

export const GET = async (request: NextRequest, context: RouteContext): Promise<Response> =>
  (await refused("GET", context)) ?? nextAuth(request, context);

/**
 * Parses the form with our own limits: NextAuth reads bodies of any size and takes quadratic time in the number of
 * fields.
 */
export const POST = async (request: NextRequest, context: RouteContext): Promise<Response> =>
  (await refused("POST", context)) ??
  services().answerPosted(request, (fields) => {
    const headers = new Headers(request.headers);
    headers.set("content-type", "application/json");
    headers.delete("content-length");
    const read = new NextRequest(request.url, { method: "POST", headers, body: JSON.stringify(fields) });
    return nextAuth(read, context);
  });
