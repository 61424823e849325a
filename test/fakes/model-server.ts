import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { heard, spokenAloud } from "./speech";
import { aboutVideo } from "./video";

/**
 * Fake model server for tests and measurements: compatible with OpenAI, and with Ollama's `/api/tags`. Misbehaves on
 * request. Uses Node builtins only.
 *
 * A call runs the script of a marker in the last user message, such as `[[fake tokens=200 delay=50]]` or
 * `[[fake cut=5]]`, or else the script of `setMode`:
 *
 * | script | behavior |
 * |---|---|
 * | `echo` | "You said: …", word by word |
 * | `tokens=N delay=ms size=M` | N words w0 w1 …, each after a delay (`slow`: 50 ms) and with at least M letters of 3 bytes |
 * | `markdown` | a reply with a table, a list, code and math |
 * | `reasoning` | three reasoning chunks, then the echo |
 * | `trickle` | one word per second |
 * | `401`, `404`, `429`, `quota`, `500`, `toolong` | an error status; `429 wait=N` sets Retry-After, `429-date` sets it as a date |
 * | `html`, `badjson`, `badutf8`, `empty` | a 200 with an invalid reply |
 * | `cut=N`, `stall=N` | N words, then the socket closes or nothing follows |
 * | `call NAME {…}` | calls a tool with these arguments, then says its result; `call!` calls it every time, even when it is not offered; ` ;; ` separates several calls, ` <> ` calls whose chunks alternate |
 * | `A >> B >> C` | one script per round of tool calls |
 * | `say TEXT` | exactly this text |
 * | `notools`, `noformat` | an error status when tools are offered or a format is requested, else the echo |
 * | `badrequest` | an error status for an unspecified part of the request |
 * | `strict` | an error status that names the parameter while the request has a temperature, effort or length, else the echo |
 * | `huge` | an endless line (stops at 200 MB) |
 *
 * Embeddings have 64 dimensions, or those of the last `dims=N` in the script, and fail like `401`, `429` and `500`.
 * `./video` replies about videos. `./speech` transcribes recordings, which fail like `401`, `429`, `500` and `html`.
 *
 * Requests for titles, which the product sends in the background, do not count as calls. The title is the beginning of
 * the message, or the one of `setTitle`.
 *
 * `first=ms` delays the reply. `GET /__stats` returns calls and aborted calls, `POST /__reset` clears them, and
 * `POST /__mode` sets the script.
 */
export type ModelServer = {
  /** Base address for clients, which ends in `/v1`. */
  url: string;
  close(): Promise<void>;
  /** Bodies of the latest 100 calls, oldest first. */
  readonly requests: ChatBody[];
  readonly calls: number;
  /** Number of embedded texts. */
  readonly embedded: number;
  /** Authorization headers of the latest 100 requests, oldest first. */
  readonly authorizations: string[];
  /** Number of calls whose client disconnected before the end of the reply. */
  readonly aborted: number;
  /** Sets the script of calls without a marker, such as `"cut=5"`. */
  setMode(script: string): void;
  /** Sets the title of every conversation, or a function that returns it; undefined derives it from the message. */
  setTitle(title: string | (() => Promise<string>) | undefined): void;
};

type MessagePart = { type: string; text?: string };
type ChatBody = {
  model: string;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  messages: { role: string; content: string | MessagePart[]; tool_calls?: unknown[] }[];
  tools?: { type: string; function: { name: string } }[];
  tool_choice?: string | object;
  parallel_tool_calls?: boolean;
  response_format?: object;
  temperature?: number;
  reasoning_effort?: string;
  max_tokens?: number;
};
type Script = { mode: string; count: number; delay: number; first: number; wait: number; size: number };
/** Model in the server's list. Calls may use any name. */
type ListedModel = { id: string; context_length?: number; type?: string; capabilities?: object };
type State = {
  models: ListedModel[];
  script: string;
  title?: string | (() => Promise<string>);
  requests: ChatBody[];
  calls: number;
  embedded: number;
  aborted: number;
  authorizations: string[];
};

const KEPT_REQUESTS = 100;
const HUGE_BYTES = 200 * 1024 * 1024;

/** Listens on the loopback address, on a free port by default. */
export async function startModelServer({
  port = 0,
  models = ["stand-in-large", "stand-in-small", "stand-in-embedding"].map((id) => ({ id })),
}: {
  port?: number;
  models?: ListedModel[];
} = {}): Promise<ModelServer> {
  const state: State = {
    models,
    script: "echo",
    requests: [],
    calls: 0,
    embedded: 0,
    aborted: 0,
    authorizations: [],
  };
  const server = createServer((request, response) => {
    answer(request, response, state).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(port, "127.0.0.1", resolve),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    get requests() {
      return state.requests;
    },
    get calls() {
      return state.calls;
    },
    get embedded() {
      return state.embedded;
    },
    get authorizations() {
      return state.authorizations;
    },
    get aborted() {
      return state.aborted;
    },
    setMode: (script) => {
      state.script = script;
    },
    setTitle: (title) => {
      state.title = title;
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const path = (request.url ?? "/").split("?")[0];
  if (request.headers.authorization) state.authorizations.push(request.headers.authorization);
  if (state.authorizations.length > KEPT_REQUESTS) state.authorizations.shift();
  if (path === "/__stats") return json(response, 200, { calls: state.calls, aborted: state.aborted });
  if (path === "/v1/models") {
    const data = state.models.map((listed) => ({ ...listed, object: "model" }));
    return json(response, 200, { object: "list", data });
  }
  if (path === "/api/tags") return json(response, 200, { models: [{ name: "stand-in:latest" }] });
  if (request.method !== "POST") return json(response, 404, { error: { message: "Not found" } });

  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  if (path === "/__reset") {
    Object.assign(state, { script: "echo", requests: [], calls: 0, embedded: 0, aborted: 0 });
    return json(response, 200, {});
  }
  if (path === "/__mode") {
    state.script = text.trim() || "echo";
    return json(response, 200, {});
  }
  if (path?.startsWith("/v1/audio/")) {
    const script = parseScript(state.script);
    if (refuse(script, response, { model: "", messages: [] })) return;
    await wait(script.first);
    if (path === "/v1/audio/speech") {
      response.writeHead(200, { "content-type": "audio/wav" });
      return void response.end(spokenAloud(text));
    }
    const answer = heard(path, text);
    if (!answer) return json(response, 404, { error: { message: "Not found" } });
    return json(response, "status" in answer ? Number(answer.status) : 200, answer);
  }
  const body = JSON.parse(text);
  if (path === "/v1/embeddings") {
    if (refuse(parseScript(state.script), response, body)) return;
    const answer = embeddings(body, Number(/\bdims=(\d+)/.exec(state.script)?.[1] ?? DIMENSIONS));
    state.embedded += answer.data.length;
    return json(response, 200, answer);
  }
  if (path === "/v1/chat/completions") return chat(body, response, state);
  return json(response, 404, { error: { message: "Not found" } });
}

async function chat(body: ChatBody, response: ServerResponse, state: State): Promise<void> {
  if (isForTitle(body)) return title(body, response, state);
  state.calls += 1;
  state.requests.push(body);
  if (state.requests.length > KEPT_REQUESTS) state.requests.shift();
  let isOver = false;
  response.once("close", () => {
    if (!isOver && !response.writableFinished) state.aborted += 1;
  });
  const question = lastQuestion(body);
  const scripts = /\[\[fake (.*?)\]\]/s.exec(question)?.[1] ?? state.script;
  const told = inTurn(scripts, body);
  const script = parseScript(told);
  if (script.first > 0) await wait(script.first);
  if (refuse(script, response, body)) return;
  const watched = aboutVideo(body, script.mode);
  if (watched === "refused") return json(response, 400, { error: { message: "No videos, please." } });
  if (!body.stream) return json(response, 200, completion(body, words(script, question).join("")));

  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  if (script.mode === "huge") return huge(response);
  if (script.mode === "badjson")
    return void response.end('data: {"choices": [{"delta": {"cont\n\ndata: [DONE]\n\n');
  if (script.mode === "badutf8") response.write(badUtf8());
  const send = (delta: object) =>
    response.write(event(body, { choices: [{ index: 0, delta, finish_reason: null }] }));
  const calls = body.tool_choice === "none" ? [] : toolCalls(told, body);
  if (calls.length > 0) {
    const pieces = calls.flatMap((all, index) => all.map((delta, nth) => ({ index, nth, ...delta })));
    if (told.includes(" <> ")) pieces.sort((a, b) => a.nth - b.nth);
    for (const { nth: _, ...piece } of pieces) send({ tool_calls: [piece] });
    response.write(event(body, { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] }));
    isOver = true;
    return void response.end("data: [DONE]\n\n");
  }
  if (script.mode === "reasoning") for (const n of [1, 2, 3]) send({ reasoning_content: `thought ${n} ` });
  const said = body.messages.at(-1);
  const all =
    watched !== undefined
      ? [watched]
      : told.startsWith("say ")
        ? [told.slice("say ".length)]
        : said?.role === "tool" && told === scripts
          ? [`The tool said: ${said.content}`]
          : words(script, question);
  if (script.delay === 0) response.cork();
  for (const word of all) {
    if (script.delay > 0) await wait(script.delay);
    if (response.destroyed) return;
    send({ content: word });
  }
  if (script.delay === 0) response.uncork();
  if (script.mode === "stall") return;
  if (script.mode === "cut") {
    isOver = true;
    // Gives written data time to be sent before the socket closes.
    await wait(20);
    return void response.destroy();
  }
  response.write(event(body, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
  if (body.stream_options?.include_usage)
    response.write(event(body, { choices: [], usage: usage(body, all.length) }));
  isOver = true;
  response.end("data: [DONE]\n\n");
}

/** Selects the script for the current round of tool calls. */
function inTurn(script: string, { messages }: ChatBody): string {
  const scripts = script.split(" >> ");
  const since = messages.slice(messages.findLastIndex(({ role }) => role === "user"));
  const rounds = since.filter(({ tool_calls: calls }) => calls).length;
  return scripts[Math.min(rounds, scripts.length - 1)]!;
}

const isForTitle = ({ messages }: ChatBody): boolean =>
  JSON.stringify(messages[0]?.content ?? "").includes("Write the title of a conversation");

async function title(body: ChatBody, response: ServerResponse, state: State): Promise<void> {
  const [, begun = ""] = /<message>\n(.*)/.exec(lastQuestion(body)) ?? [];
  const content = typeof state.title === "function" ? await state.title() : (state.title ?? begun);
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(event(body, { choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] }));
  response.end("data: [DONE]\n\n");
}

/** Parses `"cut=5"`, `"tokens=200 delay=50"`, `"mode=slow"` and `"429 wait=2"`. */
function parseScript(script: string): Script {
  const parsed: Script = { mode: "echo", count: 20, delay: 0, first: 0, wait: 1, size: 0 };
  for (const word of script.trim().split(/\s+/)) {
    const [key = "", value] = word.split("=");
    if (key === "delay" || key === "first" || key === "wait" || key === "size") parsed[key] = Number(value);
    else if (key === "mode") parsed.mode = value ?? "echo";
    else if (key !== "") {
      if (key !== "tokens" || parsed.mode === "echo") parsed.mode = key;
      if (value !== undefined) parsed.count = Number(value);
    }
  }
  if (parsed.mode === "slow" && parsed.delay === 0) parsed.delay = 50;
  if (parsed.mode === "trickle") parsed.delay = 1000;
  return parsed;
}

/** Returns the chunks of a script's tool calls; `call` stops once the tool has answered. */
function toolCalls(script: string, { messages, tools }: ChatBody): object[][] {
  if (script.startsWith("say ")) return [];
  return script.split(/ (?:;;|<>) /).flatMap((one, nth) => {
    const [, always, name, input = ""] = /\bcall(!?) (\S+)\s*(.*)$/s.exec(one) ?? [];
    if (!name || (!always && (!tools || messages.at(-1)?.role === "tool"))) return [];
    const half = Math.ceil(input.length / 2);
    const begun = { name, arguments: input.slice(0, half) };
    return [
      [
        { id: `call_${messages.length}${nth || ""}`, type: "function", function: begun },
        { function: { arguments: input.slice(half) } },
      ],
    ];
  });
}

function refuse(script: Script, response: ServerResponse, body: ChatBody): boolean {
  const failure = (status: number, code: string, message: string, headers = {}) => {
    json(response, status, { error: { message, type: code, code } }, headers);
    return true;
  };
  switch (script.mode) {
    case "401":
      return failure(401, "invalid_api_key", "Incorrect API key provided: sk-secret-of-someone.");
    case "429":
    case "429-date": {
      const until = new Date(Date.now() + script.wait * 1000).toUTCString();
      return failure(429, "rate_limit_exceeded", "Too many requests.", {
        "retry-after": script.mode === "429" ? String(script.wait) : until,
      });
    }
    case "404":
      return failure(404, "model_not_found", "The model does not exist.");
    case "quota":
      return failure(429, "insufficient_quota", "You exceeded your current quota.");
    case "notools":
      return body.tools ? failure(400, "invalid_request_error", "This model does not support tools.") : false;
    case "noformat":
      return body.response_format
        ? failure(400, "invalid_request_error", "'response_format' is not supported by this model.")
        : false;
    case "badrequest":
      return failure(400, "invalid_request_error", "Bad value of sk-secret-of-someone.");
    case "strict": {
      const sent = (["temperature", "reasoning_effort", "max_tokens"] as const).find(
        (name) => body[name] !== undefined,
      );
      const message = `Unsupported parameter: '${sent}' is not supported with this model.`;
      return sent ? failure(400, "unsupported_parameter", message) : false;
    }
    case "toolong":
      return failure(400, "context_length_exceeded", "This model's maximum context length is 8192 tokens.");
    case "500":
    case "html":
      response.writeHead(script.mode === "500" ? 500 : 200, { "content-type": "text/html" });
      response.end("<!doctype html><title>Oops</title><h1>It works!</h1>");
      return true;
    default:
      return false;
  }
}

function words({ mode, count, size }: Script, question: string): string[] {
  if (mode === "empty" || mode === "badutf8") return [];
  if (mode === "markdown") return MARKDOWN.match(/\S+\s*/g) ?? [];
  if (
    mode === "echo" ||
    mode === "reasoning" ||
    mode === "notools" ||
    mode === "noformat" ||
    mode === "strict"
  )
    return `You said: ${question}`.match(/\s*\S+/g) ?? [];
  return Array.from({ length: count }, (_, n) => (n === 0 ? "w0" : ` w${n}`).padEnd(size, "字"));
}

function lastQuestion({ messages }: ChatBody): string {
  const content = messages.findLast(({ role }) => role === "user")?.content ?? "";
  return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("");
}

const stamp = (body: ChatBody) => ({ id: "chatcmpl-stand-in", created: 1_700_000_000, model: body.model });
const event = (body: ChatBody, rest: object) =>
  `data: ${JSON.stringify({ object: "chat.completion.chunk", ...stamp(body), ...rest })}\n\n`;
const usage = (body: ChatBody, count: number) => ({
  prompt_tokens: body.messages.length,
  completion_tokens: count,
  total_tokens: body.messages.length + count,
});
const completion = (body: ChatBody, content: string) => ({
  object: "chat.completion",
  ...stamp(body),
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
  usage: usage(body, content.split(/\s+/).length),
});

function badUtf8(): Buffer {
  const [before, after] = event(
    { model: "bad", messages: [] },
    { choices: [{ index: 0, delta: { content: "a§b" } }] },
  )
    .split("§")
    .map((half) => Buffer.from(half));
  return Buffer.concat([before as Buffer, Buffer.from([0xff, 0xfe, 0xc3]), after as Buffer]);
}

async function huge(response: ServerResponse): Promise<void> {
  const block = Buffer.alloc(1024 * 1024, "x");
  response.write('data: {"choices":[{"delta":{"content":"');
  for (let sent = 0; sent < HUGE_BYTES && !response.destroyed; sent += block.length) {
    if (!response.write(block)) await Promise.race([drained(response), wait(1000)]);
  }
  response.destroy();
}

const drained = (response: ServerResponse) =>
  new Promise<void>((resolve) => response.once("drain", resolve).once("close", resolve));

const DIMENSIONS = 64;

/** Normalized bags of hashed words: equal texts get equal vectors, and texts with common words similar ones. */
function embeddings({ input, model }: { input: string | string[]; model: string }, dimensions: number) {
  const data = [input].flat().map((text, index) => {
    const vector = new Array<number>(dimensions).fill(0);
    for (const word of text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []) {
      const slot = createHash("sha1").update(word).digest().readUInt32LE(0) % dimensions;
      vector[slot] = (vector[slot] ?? 0) + 1;
    }
    const length = Math.hypot(...vector) || 1;
    return { object: "embedding", index, embedding: vector.map((value) => value / length) };
  });
  return { object: "list", model, data, usage: { prompt_tokens: data.length, total_tokens: data.length } };
}

function json(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

const MARKDOWN = `# Findings

Some **bold**, some *italic* and \`inline code\`, with a [link](https://example.com).

| Month | Sales |
|---|---:|
| May | 12 |
| June | 34 |

1. First
2. Second
   - nested

> A quotation.

\`\`\`ts
const sum = (a: number, b: number) => a + b;
\`\`\`

The area is $\\pi r^2$, and

$$\\int_0^1 x^2\\,dx = \\frac{1}{3}$$
`;

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const given = process.argv.indexOf("--port");
  const { url } = await startModelServer({ port: given > 0 ? Number(process.argv[given + 1]) : 4010 });
  console.log(`Model server for tests: ${url}`);
}
