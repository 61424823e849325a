import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { config } from "@/lib/config";
import { callerAddress } from "./address";
import { answer } from "./v1";

/** The API as a Next route handler. */
export async function handle(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const { status, headers, body } = await answer({
    method: request.method,
    path: url.pathname.slice("/api/v1".length),
    query: url.search.slice(1),
    headers: Object.fromEntries(request.headers),
    address: callerAddress(
      request.headers.get("x-forwarded-for") ?? undefined,
      undefined,
      config().TRUST_PROXY,
    ),
    signal: request.signal,
    body: request.body ? Readable.fromWeb(request.body as NodeReadableStream) : Readable.from([]),
  });
  const content = body instanceof Readable ? (Readable.toWeb(body) as unknown as ReadableStream) : body;
  return new Response(content, { status, headers });
}
