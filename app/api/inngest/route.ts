import { services } from "@/app/services";

type Handler = (request: Request, context: unknown) => Promise<Response>;

// Handles signed calls of an external Inngest. Responds with 404 for the embedded runner, which calls in-process.
const door =
  (method: "GET" | "POST" | "PUT"): Handler =>
  async (request, context) => {
    const { loadInngestHandlers, recordRun, trackWork, usesInngest, redactQueryValues } = services();
    if (!usesInngest()) return new Response("Not Found", { status: 404 });
    const handlers = await loadInngestHandlers();
    const answered = () => handlers[method](request, context);
    if (method !== "POST") return answered();
    const [, name = "unknown"] =
      /^parley-([\w-]{1,50})$/.exec(new URL(request.url).searchParams.get("fnId") ?? "") ?? [];
    let answer: Response | undefined;
    const run = recordRun(name, async () => {
      const { status, headers, text } = await read(await answered());
      answer = new Response(text && redactQueryValues(text), { status, headers });
      return toOutcome(status, text);
    });
    await trackWork(run);
    return answer!;
  };

// Drops the content length, which changes when values are removed from the text.
async function read(answer: Response) {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  return { status: answer.status, headers, text: await answer.text() };
}

// Returns the outcome of a call. A response with status 206 lists the run's operations; `RunComplete` among them means
// that the run is complete.
function toOutcome(status: number, text: string): "completed" | "waiting" | "failed" {
  if (status === 200) return "completed";
  if (status !== 206) return "failed";
  const operations = JSON.parse(text) as { op: string }[];
  return operations.some(({ op }) => op === "RunComplete") ? "completed" : "waiting";
}

export const GET = door("GET");
export const POST = door("POST");
export const PUT = door("PUT");
