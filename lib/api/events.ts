import { Readable } from "node:stream";
import { type StreamEvent, serializeEvent } from "@/lib/platform/stream-event";

/** Pings keep proxies from closing an idle stream. */
export const PING_INTERVAL_MS = 15_000;

/** `comment`: invisible to readers; `event`: lets a page detect a dead connection. */
export type Ping = "comment" | "event";

const pings: Record<Ping, string> = {
  comment: ": ping\n\n",
  event: "event: ping\ndata: {}\n\n",
};

/**
 * Serializes events as `text/event-stream` (https://html.spec.whatwg.org/multipage/server-sent-events.html), with
 * pings while idle.
 */
export function serializeEvents(events: AsyncIterable<StreamEvent>, ping: Ping = "comment"): Readable {
  const source = events[Symbol.asyncIterator]();
  let resume = () => {};
  const stream = new Readable({
    highWaterMark: 64 * 1024,
    read: () => resume(),
    destroy: (error, done) => {
      clearTimeout(clock);
      resume();
      // The reader has disconnected, so errors of ending the source are ignored.
      void Promise.resolve(source.return?.())
        .catch(() => {})
        .then(() => done(error));
    },
  });
  const clock = setTimeout(() => {
    stream.push(pings[ping]);
    clock.refresh();
  }, PING_INTERVAL_MS);
  const send = async () => {
    stream.push("retry: 1000\n\n");
    for (;;) {
      const { value, done } = await source.next();
      if (stream.destroyed) return;
      if (done) break;
      clock.refresh();
      if (stream.push(serializeEvent(value))) continue;
      // Applies backpressure until the buffer has been read.
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    }
    // A slow reader may read the buffer later, but gets no more pings.
    clearTimeout(clock);
    stream.push(null);
  };
  send().catch((error: Error) => stream.destroy(error));
  return stream;
}
