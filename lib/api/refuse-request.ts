import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { AppError, getErrorCode } from "@/lib/platform/errors";
import { toProblem } from "./problem";
import { securityHeaders } from "./security-headers";
import { STARTING_PAGE, startingPageHeaders } from "./starting-page";

/** Node's limit for address and headers together. Fits the longest query of any operation, percent-encoded. */
export const MAX_REQUEST_HEAD_BYTES = 1.5 * 1024 * 1024;
// Limit of the headers alone, and of addresses outside the API.
const MAX_HEADER_BYTES = 16 * 1024;

// Other methods, such as TRACE, are unused, and Next.js can't handle them.
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

export function findRefusal(request: IncomingMessage): AppError | undefined {
  const { method = "", rawHeaders, url = "" } = request;
  const refusal = hostRefusal(request);
  if (refusal) return refusal;
  if (!METHODS.includes(method)) return methodRefusal();
  // Absolute and asterisk forms are for proxies and for servers as a whole (RFC 9112, section 3.2).
  if (!url.startsWith("/"))
    return new AppError("bad_request", "The target of a request must be a path that begins with /.");
  const size = rawHeaders.reduce((sum, text) => sum + text.length, 0);
  if (size > MAX_HEADER_BYTES || (url.length > MAX_HEADER_BYTES && !isApi(url)))
    return new AppError(
      "headers_too_large",
      `Address and headers can have at most ${MAX_HEADER_BYTES / 1024} KB.`,
    );
  return undefined;
}

const methodRefusal = () =>
  new AppError("method_not_allowed", `This server answers ${METHODS.join(", ")}.`, {
    headers: { allow: METHODS.join(", ") },
  });

// Rejects several or invalid hosts, which a proxy might interpret differently (RFC 9112, section 3.2).
function hostRefusal({ httpVersion, rawHeaders }: IncomingMessage): AppError | undefined {
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === "host");
  const [host] = hosts;
  if (host === undefined)
    return httpVersion === "1.0" ? undefined : new AppError("bad_request", "The request has no Host header.");
  if (hosts.length === 1 && HOST.test(host) && URL.canParse(`http://${host}`)) return undefined;
  return new AppError("bad_request", "The request must have one Host header with a host name.");
}

export const WELL_KNOWN = "/.well-known/";

const ROOT_FILES = ["/robots.txt", "/llms.txt", "/security.txt"];

export const isApi = (url: string): boolean =>
  /^\/api\/v1(?=[/?]|$)/.test(url) ||
  url.startsWith(WELL_KNOWN) ||
  ROOT_FILES.includes(url.split("?", 1)[0]!);

export function toOperationPath(path: string): string {
  // Legacy location of security.txt (RFC 9116, section 3).
  if (path === "/security.txt") return `${WELL_KNOWN}security.txt`;
  return path.startsWith(WELL_KNOWN) || ROOT_FILES.includes(path) ? path : path.slice("/api/v1".length);
}

export function refuse(response: ServerResponse, error: AppError): void {
  const { status, headers, text } = refused(error);
  response.writeHead(status, headers).end(text);
}

export const isLiveness = (url: string): boolean => /^\/api\/v1\/health\/live(\?|$)/.test(url);

const STARTS_WITHIN = 5;

export function refuseWhileStarting(
  { headers: asked, url = "" }: IncomingMessage,
  response: ServerResponse,
): void {
  const retryAfter = STARTS_WITHIN;
  const { status, headers, text } = refused(
    new AppError("unavailable", "Parley is starting. Try again in a few seconds.", { retryAfter }),
  );
  if (isApi(url) || !/\btext\/html\b/.test(asked.accept ?? "")) {
    response.writeHead(status, headers).end(text);
    return;
  }
  response.writeHead(status, { ...headers, ...startingPageHeaders }).end(STARTING_PAGE);
}

export function refuseUnparsable(error: Error, socket: Duplex): void {
  // Does nothing if a response has begun, which this text would corrupt, or the socket is closed.
  const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse };
  if (!socket.writable || begun?.headersSent || getErrorCode(error) === "ECONNRESET")
    return void socket.destroy(error);
  refuseOnSocket(socket, fault(getErrorCode(error)));
}

/** Rejects CONNECT. Node no longer manages the socket then, so its errors are handled here. */
export function refuseConnect(_: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => {});
  refuseOnSocket(socket, methodRefusal());
}

function refuseOnSocket(socket: Duplex, error: AppError): void {
  const { status, headers, text } = refused(error);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", text].join("\r\n"));
}

function fault(code: string | undefined): AppError {
  if (code === "HPE_HEADER_OVERFLOW")
    return new AppError("headers_too_large", "Address and headers are too long.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new AppError("timed_out", "The request arrived too slowly.");
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW")
    return new AppError("too_large", "The extensions of a chunk are too long.");
  return new AppError("bad_request", "The request is not valid HTTP.");
}

function refused(error: AppError) {
  const requestId = randomUUID();
  const { status, headers, body } = toProblem(error, requestId);
  const text = JSON.stringify(body);
  const own = {
    "access-control-allow-origin": "*",
    "cache-control": "private, no-store",
    ...securityHeaders,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    "x-request-id": requestId,
    connection: "close",
  };
  return { status, headers: { ...headers, ...own }, text };
}
