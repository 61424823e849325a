/** Responses of an MCP server to a tool call that cost the server as much as possible within the limits. */
export type HostileMcpAnswer = {
  name: string;
  contentType: "application/json" | "text/event-stream";
  /** @param progressToken token by which progress notifications identify the call */
  make: (id: number, progressToken: unknown) => string;
};

/** Responses are limited to 8 MB. */
const MAX_BYTES = 8 * 1024 * 1024 - 1_000;

const message = (content: object) => JSON.stringify({ jsonrpc: "2.0", ...content });
const event = (content: object) => `event: message\ndata: ${message(content)}\n\n`;
const fill = (piece: string, bytes = MAX_BYTES) => piece.repeat(Math.floor(bytes / piece.length));

const stream = (name: string, piece: (progressToken: unknown) => string): HostileMcpAnswer => ({
  name,
  contentType: "text/event-stream",
  make: (id, token) => fill(piece(token)) + event({ id, result: { content: [] } }),
});
/** @param content JSON of the result's content */
const result = (name: string, content: () => string): HostileMcpAnswer => ({
  name,
  contentType: "application/json",
  make: (id) => `{"jsonrpc":"2.0","id":${id},"result":{"content":${content()}}}`,
});
const progress = (progressToken: unknown, more: object = {}) =>
  event({ method: "notifications/progress", params: { progressToken, progress: 1, ...more } });

export const hostileMcpAnswers: HostileMcpAnswer[] = [
  stream("8 MB of short notifications of progress", (token) => progress(token)),
  stream("8 MB of progress in messages of 10,000 characters", (token) =>
    progress(token, { message: "x".repeat(10_000) }),
  ),
  stream("8 MB of progress of other calls", () => progress("nobody's")),
  stream("8 MB of log messages", () =>
    event({ method: "notifications/message", params: { level: "info", data: "x" } }),
  ),
  stream("8 MB of questions", () =>
    event({ id: "ask", method: "elicitation/create", params: { message: "x" } }),
  ),
  stream("8 MB of requests for a model", () =>
    event({ id: "ask", method: "sampling/createMessage", params: {} }),
  ),
  stream("8 MB of answers to nothing", () => event({ id: 999_999, result: {} })),
  stream("8 MB of comments", () => ": x\n"),
  stream("8 MB of empty lines", () => "\n"),
  stream("8 MB of events that are no JSON", () => "data: {\n\n"),
  stream("8 MB of data in lines of one character", () => "data: 1\n"),
  stream("8 MB of lists of tools that changed", () => event({ method: "notifications/tools/list_changed" })),
  result("an empty array for every two bytes", () => `[${fill("[],")}[]]`),
  result("250,000 texts", () => `[${fill('{"type":"text","text":"a"},')}{"type":"text","text":"a"}]`),
  result("numbers", () => `[${fill("1,")}1]`),
  result("arrays within each other", () => `${"[".repeat(MAX_BYTES / 2)}${"]".repeat(MAX_BYTES / 2)}`),
  result("500,000 names", () => `[{${Array.from({ length: 500_000 }, (_, n) => `"k${n}":1`).join()}}]`),
  result("a value on every line", () => `[\n${fill("1,\n\n")}1]`),
  result("one text of 8 MB", () => `[{"type":"text","text":"${fill("a")}"}]`),
  result("one text of escapes", () => `[{"type":"text","text":"${fill("\\n")}"}]`),
  result("one text of half characters", () => `[{"type":"text","text":"${fill("\\ud83d")}"}]`),
  result(
    "one picture of 8 MB that is none",
    () => `[{"type":"image","mimeType":"image/png","data":"${fill("AAAA")}"}]`,
  ),
  result("one line that never ends", () => `[{"type":"text","text":"${fill("a")}`),
];
