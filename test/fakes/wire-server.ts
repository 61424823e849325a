import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Bytes of the next response, one write each, and how the connection continues. */
export type WireAnswer = {
  chunks: string[];
  status?: number;
  type?: string;
  after?: "end" | "reset" | "open";
  /** Delay after each write. */
  pauseMs?: number;
};
type Message = { role: string; content: unknown; tool_calls?: unknown[] };
export type WireRequest = {
  messages: Message[];
  tools?: unknown[];
  stream_options?: object;
  [field: string]: unknown;
};

const PLAIN: WireAnswer = {
  chunks: [
    'data: {"choices":[{"delta":{"content":"Plain."},"finish_reason":"stop"}]}\n\n',
    "data: [DONE]\n\n",
  ],
};

/**
 * Model server that sends prepared bytes. Requests without a prepared answer, such as those for titles, get an
 * ordinary reply.
 */
export async function startWireServer() {
  const requests: WireRequest[] = [];
  let answers: (WireAnswer | ((request: WireRequest) => WireAnswer))[] = [];
  let open = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    if (request.method !== "POST") return void response.writeHead(404).end();
    const asked = JSON.parse(body) as WireRequest;
    const isTitle = JSON.stringify(asked.messages[0]?.content ?? "").includes("Write the title");
    if (!isTitle) requests.push(asked);
    const next = isTitle ? PLAIN : (answers.shift() ?? PLAIN);
    const {
      chunks,
      status = 200,
      type = "text/event-stream",
      after = "end",
      pauseMs = 5,
    } = typeof next === "function" ? next(asked) : next;
    open += 1;
    response.once("close", () => {
      open -= 1;
    });
    response.writeHead(status, { "content-type": type });
    response.flushHeaders();
    for (const chunk of chunks) {
      await new Promise((resolve) => response.write(chunk, resolve));
      // Pauses so that the client reads each write separately.
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    if (after === "end") response.end();
    if (after === "reset") response.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    /** Number of responses that have not ended. */
    get open() {
      return open;
    },
    answer: (...next: typeof answers) => {
      answers = next;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
