import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { buildStrictTransport, securityHeaders } from "@/lib/api/security-headers";
import { config } from "@/lib/platform/config";

const FOLDER = "/_next/static";
// A year in seconds. Files may be cached that long, because their names contain a content hash.
const A_YEAR = 31_536_000;

export const isBuilt = ({ url = "", method }: IncomingMessage): boolean =>
  url.startsWith(`${FOLDER}/`) && (method === "GET" || method === "HEAD");

/**
 * Serves build files in their precompressed variants (`scripts/build.mjs`). Next.js would compress them on each
 * request, and less.
 */
export function serveBuiltFiles(): (request: IncomingMessage, response: ServerResponse) => void {
  const headers = new Map(Object.entries({ ...securityHeaders, ...buildStrictTransport(config().appUrl) }));
  const answer = sirv(join(config().root, ".next", "static"), {
    brotli: true,
    gzip: true,
    immutable: true,
    maxAge: A_YEAR,
    setHeaders: (response) => void response.setHeaders(headers),
    onNoMatch: (_, response) => response.writeHead(404, securityHeaders).end(),
  });
  return (request, response) => {
    request.url = request.url!.slice(FOLDER.length);
    answer(request, response);
  };
}
