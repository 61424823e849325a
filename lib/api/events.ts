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
  return Readable.from(lines(events, pings[ping]), { objectMode: false, highWaterMark: 64 * 1024 });
}

async function* lines(events: AsyncIterable<StreamEvent>, ping: string): AsyncIterable<string> {
  const source = events[Symbol.asyncIterator]();
  let ring = (_: "silent") => {};
  const clock = setTimeout(() => ring("silent"), PING_EVERY);
  const next = () => {
    const coming = source.next();
    // When nobody reads any more, nobody is told that it failed.
    coming.catch(() => {});
    return coming;
  };
  try {
    yield "retry: 1000\n\n";
    for (let coming = next(); ; ) {
      const silence = new Promise<"silent">((resolve) => {
        ring = resolve;
      });
      clock.refresh();
      const come = await Promise.race([coming, silence]);
      if (come === "silent") {
        yield ping;
        continue;
      }
      if (come.done) return;
      yield text(come.value);
      coming = next();
    }
  } finally {
    clearTimeout(clock);
    await source.return?.();
  }
}

const text = ({ event, data, id }: StreamEvent) =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
