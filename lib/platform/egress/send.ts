import { lookup as resolve } from "node:dns";
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { config } from "@/lib/platform/config";
import { getErrorCode } from "@/lib/platform/errors";
import { isAllowed } from "@/lib/platform/ip-address";
import { createOnce } from "@/lib/platform/once";
import { createTooSlowError, createUnreachableError, EgressError, toEgressError } from "./errors";

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
};

const DEFAULT_SILENCE_MS = 300_000;
const CONNECT_TIMEOUT_MS = 10_000;
// Below the idle timeout of common servers (about 5 seconds), so that connections aren't reused while the server closes
// them.
const IDLE_TIMEOUT_MS = 4000;
// Idle connections per server: one for each concurrent reply.
const MAX_IDLE_SOCKETS = 512;

const REFUSED = "The address is in a private network, which this installation doesn't allow.";

type Pool = { "http:": http.Agent; "https:": https.Agent };
const pool = (): Pool => {
  const options = { keepAlive: true, timeout: IDLE_TIMEOUT_MS, maxFreeSockets: MAX_IDLE_SOCKETS };
  return { "http:": new http.Agent(options), "https:": new https.Agent(options) };
};
// Keep-alive pools. Connections to the operator's private addresses have a separate pool, so that checked requests
// can't reuse them.
const pools = createOnce(() => ({ checked: pool(), operators: pool() }));

// Resolves a name and checks the addresses in the same lookup that the connection uses, so DNS rebinding can't
// bypass the check.
const checkedLookup: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, "");
    const isRefused = found.some(
      ({ address }) => !isAllowed(host, address, config().ALLOW_PRIVATE_ADDRESSES),
    );
    if (isRefused || found.length === 0) return callback(new EgressError("forbidden", REFUSED), "");
    if (options.all) return callback(null, found);
    callback(null, found[0]!.address, found[0]!.family);
  });
};

/**
 * Resolves a host for protocols other than HTTP. Connect to the returned address, not to the name, which might
 * resolve differently the second time.
 * @throws EgressError when the host may not be connected to or can't be resolved
 */
export function resolveAddress(host: string): Promise<string> {
  if (isIP(host))
    return isAllowed(host, host, config().ALLOW_PRIVATE_ADDRESSES)
      ? Promise.resolve(host)
      : Promise.reject(new EgressError("forbidden", REFUSED));
  return new Promise((resolve, reject) =>
    checkedLookup(host, {}, (error, address) =>
      error ? reject(toEgressError(error)) : resolve(String(address)),
    ),
  );
}

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
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  // Node doesn't call `lookup` for IP addresses, so they are checked here.
  if (!sending.allowPrivate && isIP(host) && !isAllowed(host, host, config().ALLOW_PRIVATE_ADDRESSES))
    throw new EgressError("forbidden", REFUSED);
  sending.signal?.throwIfAborted();
  try {
    return await exchange(url, sending);
  } catch (error) {
    sending.signal?.throwIfAborted();
    throw toEgressError(error);
  }
}

async function exchange(url: URL, sending: OutboundRequest, mayBeStale = true): Promise<IncomingMessage> {
  const request = begin(url, sending);
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
) {
  const { checked, operators } = pools();
  const isSecure = url.protocol === "https:";
  return (isSecure ? https : http).request(url, {
    method,
    agent: (allowPrivate ? operators : checked)[isSecure ? "https:" : "http:"],
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
