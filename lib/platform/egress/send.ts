import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { getErrorCode } from "@/lib/platform/errors";
import { createOnce } from "@/lib/platform/once";
import { createTooSlowError, createUnreachableError, EgressError, toEgressError } from "./errors";
import {
  checkedLookup,
  IDLE_TIMEOUT_MS,
  MAX_IDLE_SOCKETS,
  requireAllowedAddress,
  withoutBrackets,
} from "./lookup";
import { type HttpProxy, openTunnel } from "./proxy";

export type OutboundRequest = {
  method?: string;
  headers?: Record<string, string>;
  /** Streams are sent chunked unless `headers` has a `content-length`. */
  body?: string | Uint8Array | Readable;
  signal?: AbortSignal;
  /** Maximum time without data from the server, in milliseconds. */
  silence?: number;
  /** Permits private addresses, because the operator configured this address. */
  allowPrivate?: boolean;
  proxy?: HttpProxy;
};

const DEFAULT_SILENCE_MS = 300_000;
const CONNECT_TIMEOUT_MS = 10_000;
type Pool = { "http:": http.Agent; "https:": https.Agent };
const pool = (): Pool => {
  const options = { keepAlive: true, timeout: IDLE_TIMEOUT_MS, maxFreeSockets: MAX_IDLE_SOCKETS };
  return { "http:": new http.Agent(options), "https:": new https.Agent(options) };
};
// Keep-alive pools. Connections to the operator's private addresses have a separate pool, so that checked requests
// can't reuse them.
const pools = createOnce(() => ({ checked: pool(), operators: pool() }));

/**
 * Parses a URL.
 * @throws EgressError unless it is HTTP(S) without credentials
 */
export function parseUrl(address: string | URL, base?: URL): URL {
  const url = URL.canParse(String(address), base) ? new URL(String(address), base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new EgressError("forbidden", "The address must begin with http:// or https://.");
  if (url.username || url.password)
    throw new EgressError("forbidden", "The address must not hold a name or a password: use headers.");
  return url;
}

/**
 * Sends one request and returns the response with its body unread and still compressed. Redirects aren't followed.
 * Private addresses are refused unless ALLOW_PRIVATE_ADDRESSES or `allowPrivate` permits them; the check applies to
 * the address that the socket connects to.
 * @throws EgressError; the reason of `signal`
 */
export async function send(url: URL, sending: OutboundRequest): Promise<IncomingMessage> {
  // Node doesn't call `lookup` for IP addresses, so they are checked here.
  if (!sending.allowPrivate) requireAllowedAddress(withoutBrackets(url.hostname));
  sending.signal?.throwIfAborted();
  try {
    return await exchange(url, sending);
  } catch (error) {
    sending.signal?.throwIfAborted();
    throw toEgressError(error);
  }
}

async function exchange(url: URL, sending: OutboundRequest, mayBeStale = true): Promise<IncomingMessage> {
  const { proxy, allowPrivate = false, signal } = sending;
  const tunnel = proxy && (await openTunnel(proxy, url, allowPrivate, signal));
  const request = begin(url, sending, tunnel);
  // Node sets the timeout of sockets that it has opened itself only.
  if (tunnel) request.setTimeout(sending.silence ?? DEFAULT_SILENCE_MS);
  try {
    return await waitForAnswer(request, sending);
  } catch (error) {
    // True when the server closed the idle connection just before it was reused. The server never saw the request, so
    // it is sent again.
    const isStale =
      mayBeStale && request.reusedSocket && ["ECONNRESET", "EPIPE"].includes(getErrorCode(error) ?? "");
    if (!isStale || isStream(sending.body) || sending.signal?.aborted) throw error;
    return exchange(url, sending, false);
  }
}

const isStream = (body: OutboundRequest["body"]): body is Readable =>
  body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array);

function begin(
  url: URL,
  { method = "GET", headers, body, signal, silence = DEFAULT_SILENCE_MS, allowPrivate }: OutboundRequest,
  tunnel: Socket | undefined,
) {
  const { checked, operators } = pools();
  const isSecure = url.protocol === "https:";
  return (isSecure ? https : http).request(url, {
    method,
    agent: tunnel ? undefined : (allowPrivate ? operators : checked)[isSecure ? "https:" : "http:"],
    createConnection: tunnel && (() => tunnel),
    lookup: allowPrivate ? undefined : checkedLookup,
    signal,
    timeout: silence,
    headers: {
      "user-agent": "Parley",
      ...headers,
      ...(body !== undefined && !isStream(body) && { "content-length": Buffer.byteLength(body) }),
    },
  });
}

function waitForAnswer(
  request: ClientRequest,
  { body, silence = DEFAULT_SILENCE_MS }: OutboundRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined;
    request.on("socket", (socket) => giveUpConnecting(request, socket));
    request.on("timeout", () => {
      // The response has unread data, so the reader is slow and not the server.
      if (answer && answer.readableLength > 0) request.socket?.setTimeout(silence);
      else (answer ?? request).destroy(createTooSlowError());
    });
    // After the response has begun, it reports errors itself, and this rejection has no effect.
    request.on("error", reject);
    request.on("response", (given) => {
      answer = given;
      resolve(given);
    });
    // The server may respond before the body is fully sent; that response wins over the write error.
    if (isStream(body)) pipeline(body, request).catch(reject);
    else request.end(body);
  });
}

function giveUpConnecting(request: ClientRequest, socket: Socket): void {
  if (!socket.connecting) return;
  const late = setTimeout(() => request.destroy(createUnreachableError()), CONNECT_TIMEOUT_MS);
  for (const over of ["connect", "close"]) socket.once(over, () => clearTimeout(late));
}
