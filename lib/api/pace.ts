import type { IncomingMessage, Server } from "node:http";

/** How fast a body has to come: all of it within `grace`, and a second more for each so many bytes that are there. */
export type Pace = { graceMs: number; bytesPerSecond: number; lookEveryMs: number };

/** Slow enough for the worst of mobile networks. The form of the rule is that of Apache's mod_reqtimeout. */
const PACE: Pace = { graceMs: 25_000, bytesPerSecond: 500, lookEveryMs: 2_500 };

/** A body that is still coming; `since` moves on while it is we who do not read. */
type Coming = { since: number; bytesBefore: number };

/**
 * Ends connections whose request bodies come too slowly, whoever reads them:
 * each would hold a connection, and what waits for it, for as long as its
 * sender likes.
 */
export function keepPace(server: Server, { graceMs, bytesPerSecond, lookEveryMs }: Pace = PACE): void {
  const coming = new Map<IncomingMessage, Coming>();
  server.on("request", (request: IncomingMessage) => {
    const { headers, socket } = request;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
    coming.set(request, { since: performance.now(), bytesBefore: socket.bytesRead });
    request.once("close", () => coming.delete(request));
  });
  const look = setInterval(() => {
    for (const [request, body] of coming) {
      const { complete, socket, readableLength } = request;
      if (complete) coming.delete(request);
      else if (readableLength > 0) body.since = performance.now();
      else {
        const allowedMs = graceMs + ((socket.bytesRead - body.bytesBefore) / bytesPerSecond) * 1000;
        if (performance.now() - body.since > allowedMs) socket.destroy();
      }
    }
  }, lookEveryMs).unref();
  server.on("close", () => clearInterval(look));
}
