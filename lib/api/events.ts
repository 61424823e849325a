import { Readable } from "node:stream";
import type { StreamEvent } from "@/lib/platform/stream-event";

/** A silent stream says something this often, so that proxies do not close it. In ms. */
export const PING_EVERY = 15_000;

/** How it says so: by a comment, which no reader sees, or by an event, so that a page can tell a silent stream from a dead one. */
export type Ping = "comment" | "event";

const pings: Record<Ping, string> = {
  comment: ": ping\n\n",
  event: "event: ping\ndata: {}\n\n",
};

/**
 * Events as `text/event-stream` text, after
 * https://html.spec.whatwg.org/multipage/server-sent-events.html, with pings
 * whenever there is none for a while.
 */
export function eventStream(events: AsyncIterable<StreamEvent>, ping: Ping = "comment"): Readable {
  const source = events[Symbol.asyncIterator]();
  let resume = () => {};
  const stream = new Readable({
    highWaterMark: 64 * 1024,
    read: () => resume(),
    destroy: (error, done) => {
      clearTimeout(clock);
      resume();
      // When nobody reads any more, nobody is told that ending it failed.
      void Promise.resolve(source.return?.())
        .catch(() => {})
        .then(() => done(error));
    },
  });
  const clock = setTimeout(() => {
    stream.push(pings[ping]);
    clock.refresh();
  }, PING_EVERY);
  const send = async () => {
    stream.push("retry: 1000\n\n");
    for (;;) {
      const { value, done } = await source.next();
      if (stream.destroyed) return;
      if (done) break;
      clock.refresh();
      if (stream.push(text(value))) continue;
      // Until what was pushed has been read.
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    }
    // A slow reader may take what there is only later.
    clearTimeout(clock);
    stream.push(null);
  };
  send().catch((error: Error) => stream.destroy(error));
  return stream;
}

const text = ({ event, data, id }: StreamEvent) =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
