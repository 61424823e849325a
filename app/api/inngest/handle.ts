import { usesInngest } from "@/inngest/engine";
import { withoutValuesIn } from "@/inngest/errors";
import { functions } from "@/inngest/functions";
import { toInngestFunctions } from "@/inngest/inngest-functions";
import { trackWork } from "@/lib/platform/background/service";
import { recordRun } from "@/lib/platform/telemetry/runs";

type Method = "GET" | "POST" | "PUT";
type Handler = (request: Request, context: unknown) => Promise<Response>;

/** Handles signed calls of an external Inngest. The embedded runner calls in-process, so the endpoint is then closed. */
export async function handleInngest(method: Method, request: Request, context: unknown): Promise<Response> {
  if (!usesInngest()) return new Response("Not Found", { status: 404 });
  const handler = await loadHandler(method);
  if (method !== "POST") return handler(request, context);
  const [, name = "unknown"] =
    /^parley-([\w-]{1,50})$/.exec(new URL(request.url).searchParams.get("fnId") ?? "") ?? [];
  let answer: Response | undefined;
  const run = recordRun(name, async () => {
    const { status, headers, text } = await read(await handler(request, context));
    answer = new Response(text && withoutValuesIn(text), { status, headers });
    return toOutcome(status, text);
  });
  await trackWork(run);
  return answer!;
}

// The SDK is loaded only where it is used.
async function loadHandler(method: Method): Promise<Handler> {
  const [{ serve }, { createClient }] = await Promise.all([
    import("inngest/next"),
    import("@/inngest/client"),
  ]);
  const client = createClient();
  const handlers = serve({ client, functions: toInngestFunctions(client, functions) }) as unknown as Record<
    Method,
    Handler
  >;
  return handlers[method];
}

// Drops the content length, which changes when values are removed from the text.
async function read(answer: Response) {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  return { status: answer.status, headers, text: await answer.text() };
}

// Returns the outcome of a call: the SDK responds with 206 and the next steps, and also with 206 when the run is
// complete.
function toOutcome(status: number, text: string): "completed" | "waiting" | "failed" {
  if (status === 200) return "completed";
  if (status !== 206) return "failed";
  const operations = JSON.parse(text) as { op: string }[];
  return operations.some(({ op }) => op === "RunComplete") ? "completed" : "waiting";
}
