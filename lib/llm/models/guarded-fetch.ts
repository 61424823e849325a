import { APICallError } from "@ai-sdk/provider";
import { serverAddress } from "@/lib/api/fields";
import { type Check, createLimitCheck } from "@/lib/platform/egress/body";
import { type Fetch, fetchThrough, type JsonLimits, JsonScanner } from "@/lib/platform/egress/service";
import { authorize } from "./credentials/authorize";
import { createEndlessError } from "./failures";
import { PROVIDERS } from "./settings";
import { type Connection, ModelError } from "./types";

export const MAX_REPLY_BYTES = 32 * 1024 * 1024;
export const MAX_LINE_BYTES = 4 * 1024 * 1024;
export const MAX_REFUSAL_BYTES = 64 * 1024;
const MAX_REPLY_LINES = 3_000_000;
const MAX_EVENT_VALUES = 20_000;
export const NEWLINE = 10;
const DEFAULT_ANSWER: JsonLimits = { bytes: 4 * 1024 * 1024 };
/** Fits a 12 MB image in Base64. */
export const PICTURE_ANSWER: JsonLimits = { bytes: 16 * 1024 * 1024 };
/** Fits the vectors of 32 texts with 4,096 dimensions. */
export const EMBEDDING_ANSWER: JsonLimits = { bytes: 4 * 1024 * 1024, values: 150_000 };

/**
 * Returns a `fetch` for streaming calls of a connection. Fails with a ModelError for an HTML page or an endless body.
 * Doesn't follow redirects, because keys must only reach configured addresses.
 * @throws ModelError `not_configured` when the connection's address isn't a server URL
 */
export function createStreamingFetch(connection: Connection): Fetch {
  const ask = through(connection, () => {
    const isEndless = within(MAX_REPLY_BYTES, MAX_LINE_BYTES);
    const scan = scanEvents();
    return (piece) => isEndless(piece) ?? scan(piece);
  });
  return async (input, init) => {
    const response = await ask(input, init);
    if (!response.ok) return truncateBody(response);
    if (!isPage(response.headers.get("content-type") ?? undefined)) return response;
    await response.body?.cancel();
    throw page();
  };
}

/** Returns a `fetch` for streams of progress, whose number of lines isn't limited. */
export function createProgressFetch(connection: Connection): Fetch {
  const lines = Number.POSITIVE_INFINITY;
  return answeringWith(connection, () => {
    const scanner = new JsonScanner(MAX_EVENT_VALUES, { lineBytes: MAX_LINE_BYTES, lines });
    return (piece) => scanner.scan(piece);
  });
}

export function createAnsweringFetch(connection: Connection, limits = DEFAULT_ANSWER): Fetch {
  const { bytes, values = MAX_EVENT_VALUES } = limits;
  return answeringWith(connection, () => {
    const isEndless = within(bytes, bytes);
    const scanner = new JsonScanner(values);
    return (piece) => isEndless(piece) ?? scanner.scan(piece);
  });
}

export const createSoundFetch = (connection: Connection, maxBytes: number): Fetch =>
  answeringWith(connection, () => within(maxBytes, maxBytes));

function answeringWith(connection: Connection, largest: () => Check): Fetch {
  const ask = through(connection, largest);
  return async (input, init) => {
    const response = await ask(input, init);
    return response.ok ? response : truncateBody(response);
  };
}

/** Checks that no event of a reply has too many values to parse quickly. */
export function scanEvents(): Check {
  const scanner = new JsonScanner(MAX_EVENT_VALUES, {
    lineBytes: MAX_LINE_BYTES,
    lines: MAX_REPLY_LINES,
  });
  return (piece) => scanner.scan(piece);
}

/**
 * Rejects invalid addresses. Stored addresses and those of the environment are not always validated.
 * @throws ModelError `not_configured`
 */
export function requireServerAddress({ provider, baseUrl }: Connection): void {
  if (baseUrl === undefined || serverAddress.safeParse(baseUrl).success) return;
  throw new ModelError(
    "not_configured",
    `The address of ${PROVIDERS[provider].name} isn't one of a server. Check it in Settings → Models.`,
  );
}

function through(connection: Connection, largest: () => Check): Fetch {
  requireServerAddress(connection);
  const { allowsPrivate, proxy } = connection;
  const ask = fetchThrough({ allowPrivate: allowsPrivate, proxy, redirects: 0, timeout: null, largest });
  return async (input, init = {}) => {
    const { method = "GET", body } = init;
    const request = { url: String(input), method, body: typeof body === "string" ? body : undefined };
    const headers = await authorize(connection, request, Object.fromEntries(new Headers(init.headers)));
    return ask(input, { ...init, headers });
  };
}

export const isPage = (type: string | undefined): boolean =>
  type !== undefined && /^(text\/html|application\/json)\b/i.test(type);

export const page = () =>
  new ModelError("garbage", "The model server answered with a page instead of a reply: check its address.");

function within(maxBytes: number, maxLineBytes: number): Check {
  const isLong = createLimitCheck(maxBytes);
  let line = 0;
  return (piece) => {
    const newline = piece.lastIndexOf(NEWLINE);
    line = newline < 0 ? line + piece.byteLength : piece.byteLength - newline - 1;
    return isLong(piece) || line > maxLineBytes ? createEndlessError() : undefined;
  };
}

/** Reads the answer of a server that refused a request. */
export async function readRefusal(response: Response, url: string): Promise<APICallError> {
  return new APICallError({
    message: `status ${response.status}`,
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseBody: (await response.text()).slice(0, MAX_REFUSAL_BYTES),
  });
}

function truncateBody({ body, status, headers }: Response): Response {
  if (!body) return new Response(null, { status, headers });
  const reader = body.getReader();
  let size = 0;
  const beginning = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      controller.enqueue(value);
      size += value.byteLength;
      if (size < MAX_REFUSAL_BYTES) return;
      controller.close();
      await reader.cancel();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(beginning, { status, headers });
}
