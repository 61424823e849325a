import { serverAddress } from "@/lib/api/fields";
import type { Check } from "@/lib/platform/egress/body";
import { type Fetch, fetchThrough } from "@/lib/platform/egress/service";
import { PROVIDERS } from "./contract";
import { endless } from "./failures";
import { type Connection, ModelError } from "./types";

/** Bytes of a whole reply, of one line of it, and of an error's explanation. */
export const LARGEST_REPLY = 32 * 1024 * 1024;
export const LARGEST_LINE = 4 * 1024 * 1024;
export const LARGEST_REFUSAL = 64 * 1024;
export const NEWLINE = 10;

/**
 * The `fetch` of a connection's streaming calls. A server that answers with a
 * page instead of a stream, or that never stops, cannot do harm: the body is
 * cut off with a ModelError. Redirects are not followed, because keys go only
 * where they were configured for.
 * @throws ModelError `not_configured` when the connection's address isn't that of a server
 */
export function streamingFetch(connection: Connection): Fetch {
  const ask = through(connection, LARGEST_REPLY, LARGEST_LINE);
  return async (input, init) => {
    const response = await ask(input, init);
    if (!response.ok) return shortened(response);
    if (!isPage(response.headers.get("content-type") ?? undefined)) return response;
    await response.body?.cancel();
    throw page();
  };
}

/** As `streamingFetch`, for answers that come whole, as JSON. */
export function answeringFetch(connection: Connection, largest = LARGEST_REPLY): Fetch {
  const ask = through(connection, largest, largest);
  return async (input, init) => {
    const response = await ask(input, init);
    return response.ok ? response : shortened(response);
  };
}

/**
 * What was stored before such addresses were refused, or stands in the environment, is not asked.
 * @throws ModelError `not_configured`
 */
export function requireServerAddress({ provider, baseUrl }: Connection): void {
  if (baseUrl === undefined || serverAddress.safeParse(baseUrl).success) return;
  throw new ModelError(
    "not_configured",
    `The address of ${PROVIDERS[provider].name} isn't one of a server. Check it in Settings → Models.`,
  );
}

function through(connection: Connection, largestReply: number, largestLine: number): Fetch {
  requireServerAddress(connection);
  const { allowsPrivate } = connection;
  const largest = () => within(largestReply, largestLine);
  return fetchThrough({ allowPrivate: allowsPrivate, redirects: 0, timeout: null, largest });
}

/** Whether a successful answer is no stream. */
export const isPage = (type: string | undefined): boolean =>
  type !== undefined && /^(text\/html|application\/json)\b/i.test(type);

export const page = () =>
  new ModelError("garbage", "The model server answered with a page instead of a reply: check its address.");

function within(largestReply: number, largestLine: number): Check {
  let size = 0;
  let line = 0;
  return (piece) => {
    size += piece.byteLength;
    const newline = piece.lastIndexOf(NEWLINE);
    line = newline < 0 ? line + piece.byteLength : piece.byteLength - newline - 1;
    return size > largestReply || line > largestLine ? endless() : undefined;
  };
}

/** With the beginning of an error's body: enough to tell what it is about. */
function shortened({ body, status, headers }: Response): Response {
  if (!body) return new Response(null, { status, headers });
  const reader = body.getReader();
  let size = 0;
  const beginning = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      controller.enqueue(value);
      size += value.byteLength;
      if (size < LARGEST_REFUSAL) return;
      controller.close();
      await reader.cancel();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(beginning, { status, headers });
}
