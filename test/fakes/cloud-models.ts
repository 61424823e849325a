import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type CloudRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

const events = (...data: object[]) => data.map((each) => `data: ${JSON.stringify(each)}\n\n`).join("");
const named = (...data: { type: string }[]) =>
  data.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join("");

// Replies of the clouds' streaming APIs, in the order in which paths are matched.
const REPLIES: [RegExp, string, (body: string) => string][] = [
  [
    /\/api\/pull$/,
    "application/x-ndjson",
    (body) =>
      (body.includes("missing")
        ? [{ status: "pulling manifest" }, { error: "pull model manifest: file does not exist" }]
        : [
            { status: "pulling manifest" },
            { status: "pulling a", digest: "sha256:a", total: 400 },
            { status: "pulling a", digest: "sha256:a", total: 400, completed: 100 },
            { status: "pulling a", digest: "sha256:a", total: 400, completed: 400 },
            { status: "verifying sha256 digest" },
            { status: "success" },
          ]
      )
        .map((line) => JSON.stringify(line))
        .join("\n"),
  ],
  [
    /\/oauth2\/v2\.0\/token$/,
    "application/json",
    () => JSON.stringify({ access_token: "entra-token", expires_in: 3600 }),
  ],
  [
    /\/anthropic\/v1\/messages$/,
    "text/event-stream",
    () =>
      named(
        {
          type: "message_start",
          message: {
            id: "m1",
            type: "message",
            role: "assistant",
            model: "claude",
            content: [],
            usage: { input_tokens: 3, output_tokens: 1 },
          },
        } as never,
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } } as never,
        {
          type: "content_block_delta",
          index: 0,
          delta: { type: "text_delta", text: "Hello from Claude" },
        } as never,
        { type: "content_block_stop", index: 0 } as never,
        {
          type: "message_delta",
          delta: { stop_reason: "end_turn", stop_sequence: null },
          usage: { output_tokens: 4 },
        } as never,
        { type: "message_stop" },
      ),
  ],
  [
    /\/chat\/completions$/,
    "text/event-stream",
    () =>
      `${events(
        {
          id: "c1",
          model: "cloud",
          choices: [{ index: 0, delta: { role: "assistant", content: "Hello from the cloud" } }],
        },
        {
          id: "c1",
          model: "cloud",
          choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
          usage: { prompt_tokens: 3, completion_tokens: 4 },
        },
      )}data: [DONE]\n\n`,
  ],
  [
    /:streamGenerateContent/,
    "text/event-stream",
    () =>
      events({
        candidates: [
          {
            content: { role: "model", parts: [{ text: "Hello from Gemini" }] },
            finishReason: "STOP",
            index: 0,
          },
        ],
        usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 },
      }),
  ],
  [
    /\/api\/tags$/,
    "application/json",
    () => JSON.stringify({ models: [{ name: "llama" }, { name: "our-eyes" }] }),
  ],
  [
    /\/api\/show$/,
    "application/json",
    (body) =>
      JSON.stringify({
        capabilities:
          JSON.parse(body).model === "our-eyes" ? ["completion", "vision"] : ["completion", "tools"],
      }),
  ],
  [
    /\/api\/chat$/,
    "application/x-ndjson",
    () =>
      [
        { model: "llama", message: { role: "assistant", content: "", thinking: "Hm." }, done: false },
        { model: "llama", message: { role: "assistant", content: "Hello from " }, done: false },
        { model: "llama", message: { role: "assistant", content: "Ollama" }, done: false },
        { model: "llama", done: true, done_reason: "stop", prompt_eval_count: 3, eval_count: 4 },
      ]
        .map((line) => JSON.stringify(line))
        .join("\n"),
  ],
  [
    /\/models$/,
    "application/json",
    () => JSON.stringify({ data: [{ id: "anthropic.claude" }, { id: "qwen.qwen3" }] }),
  ],
];

/** Starts a server with the APIs of Azure, Entra ID, Bedrock, Vertex AI and Ollama that keeps what it is asked. */
export async function startCloudModels() {
  const requests: CloudRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    requests.push({ method: request.method!, path: request.url!, headers: request.headers, body });
    const [, type, reply] = REPLIES.find(([path]) => path.test(request.url!.split("?")[0]!)) ?? [];
    if (!type || !reply) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": type }).end(reply(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Oldest first. */
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
