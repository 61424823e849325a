import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { log } from "@/lib/platform/log";
import { getCallerAddress } from "./front-headers";
import { isFromThisMachine } from "./local-caller";
import {
  findRefusal,
  MAX_REQUEST_HEAD_BYTES,
  refuse,
  refuseConnect,
  refuseUnparsable,
  toOperationPath,
} from "./refuse-request";
import type { AnswerRequest } from "./serve";
import { closeSlowRequests } from "./slow-requests";

// A reader that makes no progress for this long is disconnected.
const STALL_TIMEOUT_MS = 60_000;
// Longer responses are sent in chunks of this size, so that reader progress can be observed.
const PIECE_BYTES = 64 * 1024;
// Lingering close: how long a refused body is still read, in total and without new data, in milliseconds.
const LINGER = { most: 30_000, silent: 2_000 };

// Options of all HTTP servers. Repeated Authorization headers are joined and thus invalid; otherwise Node would use the
// first one, although a proxy may have checked the other. Incomplete headers time out after 20 to 25 seconds.
const serverOptions = {
  joinDuplicateHeaders: true,
  maxHeaderSize: MAX_REQUEST_HEAD_BYTES,
  // Rejected in `hostRefusal`, in the API's error format.
  requireHostHeader: false,
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  // Enough for the largest video at 2 Mbit/s.
  requestTimeout: 35 * 60_000,
  keepAliveTimeout: 65_000,
};

export function createFront(answer: RequestListener): Server {
  const server = createServer(serverOptions);
  closeSlowRequests(server);
  const listener: RequestListener = (request, response) => {
    const refusal = findRefusal(request);
    if (refusal) refuse(response, refusal);
    else answer(request, response);
  };
  server.on("request", listener);
  // Unknown expectations are ignored (RFC 9110, section 10.1.1).
  server.on("checkExpectation", listener);
  server.on("clientError", refuseUnparsable);
  server.on("connect", refuseConnect);
  return server;
}

/** Serves the API on a plain Node server, which is faster than Next.js's route handlers. */
export const createHandler =
  (answer: AnswerRequest) => (request: IncomingMessage, response: ServerResponse) =>
    handle(answer, request, response);

async function handle(
  answer: AnswerRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const [path = "", query = ""] = splitOnce(request.url ?? "/", "?");
  const { status, headers, body } = await answer({
    method: request.method ?? "GET",
    path: toOperationPath(path),
    query,
    headers: request.headers as Record<string, string | undefined>,
    address: getCallerAddress(request),
    isLocal: isFromThisMachine(request),
    signal: gone.signal,
    body: request,
  });
  const isRefused = !request.complete;
  if (isRefused) headers.connection = "close";
  if (request.method === "HEAD" && body instanceof Readable) {
    body.destroy();
    response.writeHead(status, headers).end();
    return;
  }
  if (body instanceof Readable) {
    response.writeHead(status, headers);
    response.flushHeaders();
    return send(body, response, gone.signal);
  }
  const length = Buffer.byteLength(body ?? "");
  if (body !== null) headers["content-length"] = String(length);
  response.writeHead(status, headers);
  if (isRefused) {
    response.write(body ?? "");
    await drainBody(request);
  }
  if (isRefused || request.method === "HEAD" || body === null) response.end();
  else if (length <= PIECE_BYTES) response.end(body);
  else await send(Readable.from(splitIntoPieces(Buffer.from(body))), response, gone.signal);
}

async function send(body: Readable, response: ServerResponse, gone: AbortSignal): Promise<void> {
  response.setTimeout(0);
  const stuck = watchDrain(response);
  try {
    await pipeline(body, response);
  } catch (error) {
    if (!gone.aborted) log.warn({ err: error }, "an answer was cut off");
  } finally {
    clearInterval(stuck);
  }
}

function* splitIntoPieces(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

// Drains the rest of a refused body for a while: closing the connection while the client is still sending would
// reset it and lose the response. The times are nginx's (lingering_close).
async function drainBody(request: IncomingMessage): Promise<void> {
  request.unpipe();
  const isOver = finished(request, { signal: AbortSignal.timeout(LINGER.most) }).catch(() => {});
  const silent = setTimeout(() => request.destroy(), LINGER.silent);
  request.on("data", () => silent.refresh());
  await isOver;
  clearTimeout(silent);
}

function watchDrain(response: ServerResponse): NodeJS.Timeout {
  let since = 0;
  let before = 0;
  return setInterval(() => {
    const sent = response.socket?.bytesWritten ?? 0;
    if (!response.writableNeedDrain || sent !== before) {
      before = sent;
      since = performance.now();
    } else if (performance.now() - since > STALL_TIMEOUT_MS) response.destroy();
  }, 5000).unref();
}

function splitOnce(text: string, by: string): [string, string?] {
  const at = text.indexOf(by);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + by.length)];
}
