import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { getPageCallerAddress } from "./front-headers";
import { securityHeaders } from "./security-headers";
import type { AnswerRequest } from "./serve";

/**
 * Answers a request to a Next.js route handler.
 * @param path below the mount, still encoded
 */
export async function answerWith(answer: AnswerRequest, path: string, request: Request): Promise<Response> {
  const { headers: sent } = request;
  // HTTP/2 bodies need no Content-Length or Transfer-Encoding.
  const isUnframed = request.body && !sent.has("content-length") && !sent.has("transfer-encoding");
  const { status, headers, body } = await answer({
    method: request.method,
    path,
    query: new URL(request.url).search.slice(1),
    headers: { ...Object.fromEntries(sent), ...(isUnframed && { "transfer-encoding": "chunked" }) },
    address: getPageCallerAddress(request.headers),
    signal: request.signal,
    body: request.body ? Readable.fromWeb(request.body as NodeReadableStream) : Readable.from([]),
  });
  const content = body instanceof Readable ? (Readable.toWeb(body) as unknown as ReadableStream) : body;
  return new Response(content, { status, headers });
}

export async function answerOutsideApi(
  answer: AnswerRequest,
  path: string,
  request: Request,
): Promise<Response> {
  const response = await answerWith(answer, path, request);
  // Next.js and `proxy.ts` set these headers on every response; duplicates would be combined.
  for (const name of Object.keys(securityHeaders)) response.headers.delete(name);
  return response;
}
