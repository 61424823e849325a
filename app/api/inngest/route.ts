import { serve } from "inngest/next";
import { makeClient, usesInngest } from "@/inngest/client";
import { withoutValuesIn } from "@/inngest/errors";
import { functions } from "@/inngest/functions";
import { during } from "@/lib/background/service";
import { watchedRun } from "@/lib/watch/runs";

type Handler = (request: Request, context: unknown) => Promise<Response>;

/** The door for a real Inngest, which signs its calls. The embedded runner calls in-process and leaves it shut. */
const door =
  (method: "GET" | "POST" | "PUT"): Handler =>
  async (request, context) => {
    if (!usesInngest()) return new Response("Not Found", { status: 404 });
    const client = makeClient();
    const handlers = serve({ client, functions: functions(client) }) as unknown as Record<string, Handler>;
    const answered = () => handlers[method]!(request, context);
    if (method !== "POST") return answered();
    const [, name = "unknown"] =
      /^parley-([\w-]{1,50})$/.exec(new URL(request.url).searchParams.get("fnId") ?? "") ?? [];
    let answer: Response | undefined;
    const run = watchedRun(name, async () => {
      answer = await told(await answered());
      return outcomeOf(answer);
    });
    await during(run);
    return answer!;
  };

/** The answer with what Inngest may know; its length is that of another text now. */
async function told(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const text = await answer.text();
  return new Response(text && withoutValuesIn(text), { status: answer.status, headers });
}

/** What a call came to: the SDK says with 206 what is next, also that nothing is. */
async function outcomeOf(answer: Response): Promise<"completed" | "waiting" | "failed"> {
  if (answer.status === 200) return "completed";
  if (answer.status !== 206) return "failed";
  const operations = (await answer.clone().json()) as { op: string }[];
  return operations.some(({ op }) => op === "RunComplete") ? "completed" : "waiting";
}

export const GET = door("GET");
export const POST = door("POST");
export const PUT = door("PUT");
