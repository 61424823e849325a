import { ModelError } from "./types";

/** Bytes of a whole reply, of one line of it, and of an error's explanation. */
const LARGEST_REPLY = 32 * 1024 * 1024;
const LARGEST_LINE = 4 * 1024 * 1024;
const LARGEST_REFUSAL = 64 * 1024;
const NEWLINE = 10;

/**
 * The `fetch` of streaming model calls. A server that answers with a page
 * instead of a stream, or that never stops, cannot do harm: the body is cut
 * off with a ModelError. Redirects are not followed, because keys go only
 * where they were configured for.
 */
export async function guardedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "manual" });
  if (!response.body) return response;
  if (response.ok && isNoStream(response.headers.get("content-type"))) {
    await response.body.cancel();
    throw new ModelError(
      "garbage",
      "The model server answered with a page instead of a reply: check its address.",
    );
  }
  const body = response.ok ? bounded(response.body) : shortened(response.body);
  return new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

/** As `guardedFetch`, for answers that come whole, as JSON. */
export async function guardedAnswer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "manual" });
  if (!response.body) return response;
  const body = response.ok ? bounded(response.body, LARGEST_REPLY) : shortened(response.body);
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

const isNoStream = (type: string | null) => type !== null && /^(text\/html|application\/json)\b/i.test(type);

function bounded(body: ReadableStream<Uint8Array>, largestLine = LARGEST_LINE): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  let line = 0;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      size += value.byteLength;
      const newline = value.lastIndexOf(NEWLINE);
      line = newline < 0 ? line + value.byteLength : value.byteLength - newline - 1;
      if (size <= LARGEST_REPLY && line <= largestLine) return controller.enqueue(value);
      controller.error(endless());
      await reader.cancel();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The beginning of an error's body: enough to tell what it is about. */
function shortened(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  return new ReadableStream({
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
}

export const endless = () => new ModelError("garbage", "The model's reply did not end and was broken off.");
