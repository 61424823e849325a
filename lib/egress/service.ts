import { lookup as resolve } from "node:dns";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { config } from "@/lib/config";
import { codeOf } from "@/lib/errors";
import { isAllowed } from "./addresses";

/** Why an address was not asked, or did not answer. `message` is a sentence for people, without addresses or secrets. */
export class EgressError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "EgressError";
  }
}

export type Outgoing = {
  method?: string;
  /** They go to the origin of the address only, never where it redirects to. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** Until the last byte of the answer has come. In ms. */
  timeout?: number;
  /** Bytes of the answer, unpacked. */
  largest?: number;
};

const TIMEOUT = 30_000;
const LARGEST = 5 * 1024 * 1024;
const MOST_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const BODILESS = [204, 205, 304];

/**
 * Asks an address that a person entered. It is reached only when it is public
 * or excepted by `ALLOW_PRIVATE_ADDRESSES`, judged by the very address that is
 * connected to: neither a name that resolves anew nor a redirect leads inward.
 * @throws EgressError, or the reason of `signal`
 */
export async function fetchOutside(address: string | URL, outgoing: Outgoing = {}): Promise<Response> {
  const time = AbortSignal.timeout(outgoing.timeout ?? TIMEOUT);
  const signal = outgoing.signal ? AbortSignal.any([outgoing.signal, time]) : time;
  try {
    return await followed(checked(address), { ...outgoing, signal }, MOST_REDIRECTS);
  } catch (error) {
    if (outgoing.signal?.aborted) throw outgoing.signal.reason;
    throw explained(error, time);
  }
}

type Hop = Outgoing & { signal: AbortSignal };

async function followed(url: URL, hop: Hop, left: number): Promise<Response> {
  const answer = await ask(url, hop);
  const to = answer.headers.location;
  if (!REDIRECTS.includes(answer.statusCode!) || !to) return responseOf(answer, hop);
  answer.destroy();
  if (left === 0) throw new EgressError("The server redirects too often.");
  const next = checked(to, url);
  const method = hop.method ?? "GET";
  const reads = method === "GET" || method === "HEAD";
  const isKept = [307, 308].includes(answer.statusCode!) || reads;
  if (next.origin === url.origin)
    return followed(next, isKept ? hop : { ...hop, method: "GET", body: undefined }, left - 1);
  if (!reads) throw new EgressError("The server redirects to another one: enter that address.");
  return followed(next, { ...hop, headers: {} }, left - 1);
}

/** @throws EgressError unless it is an address that may be asked for at all */
function checked(address: string | URL, base?: URL): URL {
  const url = URL.canParse(String(address), base) ? new URL(String(address), base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new EgressError("The address must begin with http:// or https://.");
  if (url.username || url.password)
    throw new EgressError("The address must not hold a name or a password: use headers.");
  return url;
}

const REFUSED = "The address leads into a private network, which this installation does not allow.";

/** Resolves a name and gives only what may be connected to: there is no second look that could differ. */
const guardedLookup: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, "");
    const isRefused = found.some(
      ({ address }) => !isAllowed(host, address, config().ALLOW_PRIVATE_ADDRESSES),
    );
    if (isRefused || found.length === 0) return callback(new EgressError(REFUSED), "");
    if (options.all) return callback(null, found);
    callback(null, found[0]!.address, found[0]!.family);
  });
};

function ask(url: URL, { method = "GET", headers, body, signal }: Hop): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // Addresses are connected to without a look-up.
  if (isIP(host) && !isAllowed(host, host, config().ALLOW_PRIVATE_ADDRESSES)) throw new EgressError(REFUSED);
  const length = body === undefined ? undefined : Buffer.byteLength(body);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? secureRequest : plainRequest)(
      url,
      {
        method,
        agent: false,
        lookup: guardedLookup,
        signal,
        headers: {
          "user-agent": "Parley",
          "accept-encoding": "gzip, deflate, br",
          ...headers,
          ...(length !== undefined && { "content-length": length }),
        },
      },
      resolve,
    );
    request.on("error", reject);
    request.end(body);
  });
}

function responseOf(answer: IncomingMessage, { method, largest = LARGEST, signal }: Hop): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const status = answer.statusCode!;
  const isBodiless = method === "HEAD" || BODILESS.includes(status);
  if (isBodiless) answer.resume();
  return new Response(isBodiless ? null : bodyOf(answer, headers, largest, signal), { status, headers });
}

function bodyOf(answer: IncomingMessage, headers: Headers, largest: number, signal: AbortSignal) {
  const unpacked = unpackers[headers.get("content-encoding")?.toLowerCase() ?? ""];
  if (unpacked) {
    headers.delete("content-encoding");
    headers.delete("content-length");
  }
  const steps = [...(unpacked ? [unpacked()] : []), capped(largest)];
  let body: Readable = answer;
  for (const step of steps) {
    const from = body;
    from.on("error", (error) => step.destroy(error));
    step.on("close", () => from.destroy());
    body = from.pipe(step);
  }
  const stop = () => body.destroy(new EgressError(TOO_SLOW));
  signal.addEventListener("abort", stop, { once: true });
  body.once("close", () => signal.removeEventListener("abort", stop));
  return Readable.toWeb(body) as ReadableStream<Uint8Array>;
}

const unpackers: Record<string, () => Transform> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Breaks off what is longer than `most` bytes. */
function capped(most: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.byteLength;
      if (size > most) done(new EgressError("The server's answer is too long."));
      else done(null, chunk);
    },
  });
}

const TOO_SLOW = "The server took too long to answer.";
const SENTENCES: Record<string, string> = {
  ENOTFOUND: "There is no server of this name.",
  EAI_AGAIN: "The name of the server could not be resolved.",
  ECONNREFUSED: "The server does not accept connections.",
  ECONNRESET: "The server closed the connection.",
  EPIPE: "The server closed the connection.",
  ETIMEDOUT: TOO_SLOW,
  EHOSTUNREACH: "The server cannot be reached.",
  ENETUNREACH: "The server cannot be reached.",
  CERT_HAS_EXPIRED: "The certificate of the server has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate of the server is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate of the server is self-signed.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate of the server cannot be verified.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate of the server cannot be verified.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate of the server is for another name.",
};

/** What went wrong on the way to a server, in a sentence that names neither addresses nor secrets. */
export function explained(error: unknown, time?: AbortSignal): EgressError {
  if (error instanceof EgressError) return error;
  if (time?.aborted) return new EgressError(TOO_SLOW, { cause: error });
  const parts = error instanceof AggregateError ? error.errors : [error];
  const code = parts.map(codeOf).find((known) => known !== undefined);
  if (code?.startsWith("HPE_")) return new EgressError("The server does not speak HTTP.", { cause: error });
  return new EgressError(SENTENCES[code ?? ""] ?? "The server cannot be reached.", { cause: error });
}
