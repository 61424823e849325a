import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { addressOfPage } from "./front";
import { securityHeaders } from "./security-headers";
import type { Answer } from "./serve";

/** Has the kernel answer what came to a route handler of Next. @param path Below the mount, still encoded */
export async function answeredBy(answer: Answer, path: string, request: Request): Promise<Response> {
  const { headers: sent } = request;
  // Over HTTP/2 a body may come without a header that says so.
  const isUnframed = request.body && !sent.has("content-length") && !sent.has("transfer-encoding");
  const { status, headers, body } = await answer({
    method: request.method,
    path,
    query: new URL(request.url).search.slice(1),
    headers: { ...Object.fromEntries(sent), ...(isUnframed && { "transfer-encoding": "chunked" }) },
    address: addressOfPage(request.headers),
    signal: request.signal,
    body: request.body ? Readable.fromWeb(request.body as NodeReadableStream) : Readable.from([]),
  });
  const content = body instanceof Readable ? (Readable.toWeb(body) as unknown as ReadableStream) : body;
  return new Response(content, { status, headers });
}

/** As `answeredBy`, at an address outside of `/api/v1`. */
export async function answeredOutside(answer: Answer, path: string, request: Request): Promise<Response> {
  const response = await answeredBy(answer, path, request);
  // Next and the proxy set these wherever they answer; set twice they would count twice.
  for (const name of Object.keys(securityHeaders)) response.headers.delete(name);
  return response;
}
