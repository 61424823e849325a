import { Readable } from "node:stream";
import { ACCEPTED, atMost, type Check, responseOf } from "./body";
import { EgressError, tooSlow } from "./errors";
import { type Sending, send, urlOf } from "./send";

export { EgressError, explained } from "./errors";
export { type JsonLimits, JsonScanner, limitJson, limitStream, readJson } from "./json";
export { addressOf, send } from "./send";

export type Outgoing = Omit<Sending, "silence"> & {
  /** Headers go to the origin of the address only, never where it redirects to; neither does `allowPrivate`. */
  redirects?: number;
  /** Until the last byte of the answer has come; `null`: until `signal` aborts. In ms. */
  timeout?: number | null;
  /** Bytes of the answer, unpacked; or what looks at each piece. */
  largest?: number | (() => Check);
};

const TIMEOUT = 30_000;
const LARGEST = 5 * 1024 * 1024;
const MOST_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Asks an address. It is reached only when it is public, excepted by
 * `ALLOW_PRIVATE_ADDRESSES` or the operator's own (`allowPrivate`): neither a
 * name that resolves anew nor a redirect leads inward.
 * @throws EgressError, or the reason of `signal`
 */
export async function fetchOutside(address: string | URL, outgoing: Outgoing = {}): Promise<Response> {
  const { timeout = TIMEOUT, redirects = MOST_REDIRECTS } = outgoing;
  const time = timeout === null ? undefined : slowAfter(timeout);
  const signals = [outgoing.signal, time].filter((signal) => signal !== undefined);
  const signal = signals.length === 1 ? signals[0]! : AbortSignal.any(signals);
  return followed(urlOf(address), { ...outgoing, signal }, redirects);
}

/** As AbortSignal.timeout, but its reason is ours. */
function slowAfter(ms: number): AbortSignal {
  const stop = new AbortController();
  setTimeout(() => stop.abort(tooSlow()), ms).unref();
  return stop.signal;
}

type Hop = Outgoing & { signal: AbortSignal };

async function followed(url: URL, hop: Hop, left: number): Promise<Response> {
  const { method = "GET", headers, largest = LARGEST, signal } = hop;
  const answer = await send(url, { ...hop, headers: { "accept-encoding": ACCEPTED, ...headers } });
  const to = answer.headers.location;
  if (hop.redirects === 0 || !REDIRECTS.includes(answer.statusCode!) || !to) {
    const check = typeof largest === "number" ? atMost(largest) : largest();
    return responseOf(answer, method, check, signal);
  }
  answer.destroy();
  if (left === 0) throw new EgressError("garbage", "The server redirects too often.");
  const next = urlOf(to, url);
  const reads = method === "GET" || method === "HEAD";
  const isKept = [307, 308].includes(answer.statusCode!) || reads;
  if (next.origin === url.origin)
    return followed(next, isKept ? hop : { ...hop, method: "GET", body: undefined }, left - 1);
  if (!reads) throw new EgressError("forbidden", "The server redirects to another one: enter that address.");
  return followed(next, { ...hop, headers: {}, allowPrivate: false }, left - 1);
}

/** What packages call that take a `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** `fetch` for packages that take one; `fixed` is what holds for each of its requests. */
export const fetchThrough =
  (fixed: Pick<Outgoing, "allowPrivate" | "redirects" | "timeout" | "largest">): Fetch =>
  async (input, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = await bodyOf(init.body ?? undefined, headers);
    const { method, signal } = init;
    return fetchOutside(input as string | URL, {
      ...fixed,
      method,
      headers,
      body,
      signal: signal ?? undefined,
    });
  };

async function bodyOf(
  body: BodyInit | undefined,
  headers: Record<string, string>,
): Promise<Outgoing["body"]> {
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) return body;
  if (body instanceof ReadableStream) return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  // Forms are written as fetch writes them.
  const written = new Response(body);
  headers["content-type"] ??= written.headers.get("content-type") ?? "application/octet-stream";
  return new Uint8Array(await written.arrayBuffer());
}
