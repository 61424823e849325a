import type { IncomingMessage, Server } from "node:http";

/** Minimum speed of a body: `graceMs` for all of it, plus one second per `bytesPerSecond` received. */
export type Pace = { graceMs: number; bytesPerSecond: number; lookEveryMs: number };

// Tolerates poor mobile networks. Apache's mod_reqtimeout uses the same rule.
const PACE: Pace = { graceMs: 25_000, bytesPerSecond: 500, lookEveryMs: 2_500 };

type Coming = { since: number; bytesBefore: number };

/** Closes connections whose request bodies arrive too slowly (slowloris), whichever handler reads them. */
export function closeSlowRequests(
  server: Server,
  { graceMs, bytesPerSecond, lookEveryMs }: Pace = PACE,
): void {
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
