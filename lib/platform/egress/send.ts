import { lookup as resolve } from "node:dns";
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isAllowed } from "@/lib/platform/addresses";
import { config } from "@/lib/platform/config";
import { codeOf } from "@/lib/platform/errors";
import { single } from "@/lib/platform/singleton";
import { EgressError, explained, tooSlow, unreachable } from "./errors";

export type Sending = {
  method?: string;
  headers?: Record<string, string>;
  /** A stream is sent as it comes: name its `content-length` where it is known. */
  body?: string | Uint8Array | Readable;
  signal?: AbortSignal;
  /** How long the server may say nothing. In ms. */
  silence?: number;
  /** Whoever runs the installation named this very address: it may be a private one. */
  allowPrivate?: boolean;
};

const SILENCE = 300_000;
const CONNECTING = 10_000;
/** Servers close idle connections after about five seconds: ours go before. In ms. */
const IDLE = 4000;
/** Idle connections to one server: as many as replies that may be under way at once. */
const MOST_IDLE = 512;

const REFUSED = "The address is in a private network, which this installation doesn't allow.";

type Pool = { "http:": http.Agent; "https:": https.Agent };
const pool = (): Pool => {
  const options = { keepAlive: true, timeout: IDLE, maxFreeSockets: MOST_IDLE };
  return { "http:": new http.Agent(options), "https:": new https.Agent(options) };
};
/**
 * Open connections are used again for the same origin. Those to addresses of
 * the operator's are apart: nobody else gets inside by a connection that is open.
 */
const pools = () => single("egress", () => ({ checked: pool(), operators: pool() }));

/** Resolves a name and gives only what may be connected to: there is no second look that could differ. */
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
 * The address at which a host is reached by another protocol than HTTP: the one that has been looked at, so connect to
 * this and not to the name.
 * @throws EgressError where the host may not be connected to, or is not known
 */
export function addressOf(host: string): Promise<string> {
  if (isIP(host))
    return isAllowed(host, host, config().ALLOW_PRIVATE_ADDRESSES)
      ? Promise.resolve(host)
      : Promise.reject(new EgressError("forbidden", REFUSED));
  return new Promise((resolve, reject) =>
    checkedLookup(host, {}, (error, address) =>
      error ? reject(explained(error)) : resolve(String(address)),
    ),
  );
}

/**
 * An address as it is asked for.
 * @throws EgressError unless it is one that may be asked for at all
 */
export function urlOf(address: string | URL, base?: URL): URL {
  const url = URL.canParse(String(address), base) ? new URL(String(address), base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new EgressError("forbidden", "The address must begin with http:// or https://.");
  if (url.username || url.password)
    throw new EgressError("forbidden", "The address must not hold a name or a password: use headers.");
  return url;
}

/**
 * Sends one request and gives what comes back, its body unread and packed as
 * it came; redirects are answers. Private addresses are connected to only where
 * ALLOW_PRIVATE_ADDRESSES or `allowPrivate` says so, judged by the very address
 * that is connected to.
 * @throws EgressError; the reason of `signal`
 */
export async function send(url: URL, sending: Sending): Promise<IncomingMessage> {
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  // Addresses are connected to without a look-up.
  if (!sending.allowPrivate && isIP(host) && !isAllowed(host, host, config().ALLOW_PRIVATE_ADDRESSES))
    throw new EgressError("forbidden", REFUSED);
  sending.signal?.throwIfAborted();
  try {
    return await exchange(url, sending);
  } catch (error) {
    sending.signal?.throwIfAborted();
    throw explained(error);
  }
}

async function exchange(url: URL, sending: Sending, mayBeStale = true): Promise<IncomingMessage> {
  const request = begin(url, sending);
  try {
    return await answerOf(request, sending);
  } catch (error) {
    // The server had closed the idle connection when we took it up: it never saw the request.
    const isStale =
      mayBeStale && request.reusedSocket && ["ECONNRESET", "EPIPE"].includes(codeOf(error) ?? "");
    if (!isStale || isStream(sending.body) || sending.signal?.aborted) throw error;
    return exchange(url, sending, false);
  }
}

const isStream = (body: Sending["body"]): body is Readable =>
  body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array);

function begin(
  url: URL,
  { method = "GET", headers, body, signal, silence = SILENCE, allowPrivate }: Sending,
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

function answerOf(request: ClientRequest, { body, silence = SILENCE }: Sending): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined;
    request.on("socket", (socket) => giveUpConnecting(request, socket));
    request.on("timeout", () => {
      // What has come waits for its reader: it is not the server that is silent.
      if (answer && answer.readableLength > 0) request.socket?.setTimeout(silence);
      else (answer ?? request).destroy(tooSlow());
    });
    // It also goes wrong after the answer has begun; then the answer itself tells of it.
    request.on("error", reject);
    request.on("response", (given) => {
      answer = given;
      resolve(given);
    });
    // A refusal may come before the body is sent whole: it is what counts.
    if (isStream(body)) pipeline(body, request).catch(reject);
    else request.end(body);
  });
}

function giveUpConnecting(request: ClientRequest, socket: Socket): void {
  if (!socket.connecting) return;
  const late = setTimeout(() => request.destroy(unreachable()), CONNECTING);
  for (const over of ["connect", "close"]) socket.once(over, () => clearTimeout(late));
}
