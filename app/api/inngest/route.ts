import { serve } from "inngest/next";
import { makeClient, usesInngest } from "@/inngest/client";
import { functions } from "@/inngest/functions";

type Handler = (request: Request, context: unknown) => Promise<Response>;

/** The door for a real Inngest, which signs its calls. The embedded runner calls in-process and leaves it shut. */
const door =
  (method: "GET" | "POST" | "PUT"): Handler =>
  async (request, context) => {
    if (!usesInngest()) return new Response("Not Found", { status: 404 });
    const client = makeClient();
    const handlers = serve({ client, functions: functions(client) }) as unknown as Record<string, Handler>;
    return handlers[method]!(request, context);
  };

export const GET = door("GET");
export const POST = door("POST");
export const PUT = door("PUT");
