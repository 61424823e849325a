import { Readable } from "node:stream";
import { ACCEPTED, type Check, createLimitCheck, toResponse } from "./body";
import { createTooSlowError, EgressError } from "./errors";
import { type OutboundRequest, parseUrl, send } from "./send";

export { EgressError, toEgressError } from "./errors";
export { type JsonLimits, JsonScanner, limitJson, limitStream, readJson } from "./json";
export { resolveAddress } from "./lookup";
export type { HttpProxy } from "./proxy";
export { send } from "./send";

export type Outgoing = Omit<OutboundRequest, "silence"> & {
  /** Maximum redirects. Headers and `allowPrivate` apply to the original origin only. */
  redirects?: number;
  /** Deadline for the last byte of the response in milliseconds; `null`: only `signal` ends the request. */
  timeout?: number | null;
  largest?: number | (() => Check);
};

const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_RESPONSE_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Requests a URL that users may have entered. Only public addresses, those excepted by `ALLOW_PRIVATE_ADDRESSES` and
 * the operator's own (`allowPrivate`) are reached; neither DNS rebinding nor redirects bypass this check.
 * @throws EgressError; the reason of `signal`
 */
export async function fetchOutside(address: string | URL, outgoing: Outgoing = {}): Promise<Response> {
  const { timeout = DEFAULT_TIMEOUT_MS, redirects = MAX_REDIRECTS } = outgoing;
  const time = timeout === null ? undefined : slowAfter(timeout);
  const signals = [outgoing.signal, time].filter((signal) => signal !== undefined);
  const signal = signals.length === 1 ? signals[0]! : AbortSignal.any(signals);
  return followRedirects(parseUrl(address), { ...outgoing, signal }, redirects);
}

function slowAfter(ms: number): AbortSignal {
  const stop = new AbortController();
  setTimeout(() => stop.abort(createTooSlowError()), ms).unref();
  return stop.signal;
}

type Hop = Outgoing & { signal: AbortSignal };

async function followRedirects(url: URL, hop: Hop, left: number): Promise<Response> {
  const { method = "GET", headers, largest = MAX_RESPONSE_BYTES, signal } = hop;
  const answer = await send(url, { ...hop, headers: { "accept-encoding": ACCEPTED, ...headers } });
  const to = answer.headers.location;
  if (hop.redirects === 0 || !REDIRECTS.includes(answer.statusCode!) || !to) {
    const check = typeof largest === "number" ? createLimitCheck(largest) : largest();
    return toResponse(answer, method, check, signal);
  }
  answer.destroy();
  if (left === 0) throw new EgressError("garbage", "The server redirects too often.");
  const next = parseUrl(to, url);
  const reads = method === "GET" || method === "HEAD";
  const isKept = [307, 308].includes(answer.statusCode!) || reads;
  if (next.origin === url.origin)
    return followRedirects(next, isKept ? hop : { ...hop, method: "GET", body: undefined }, left - 1);
  if (!reads) throw new EgressError("forbidden", "The server redirects to another one: enter that address.");
  return followRedirects(next, { ...hop, headers: {}, allowPrivate: false }, left - 1);
}

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export const fetchThrough =
  (fixed: Pick<Outgoing, "allowPrivate" | "proxy" | "redirects" | "timeout" | "largest">): Fetch =>
  async (input, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = await encodeBody(init.body ?? undefined, headers);
    const { method, signal } = init;
    return fetchOutside(input as string | URL, {
      ...fixed,
      method,
      headers,
      body,
      signal: signal ?? undefined,
    });
  };

async function encodeBody(
  body: BodyInit | undefined,
  headers: Record<string, string>,
): Promise<Outgoing["body"]> {
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) return body;
  if (body instanceof ReadableStream) return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  // Response serializes forms and sets their content type with the boundary.
  const written = new Response(body);
  headers["content-type"] ??= written.headers.get("content-type") ?? "application/octet-stream";
  return new Uint8Array(await written.arrayBuffer());
}
