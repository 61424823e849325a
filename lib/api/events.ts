import { Readable } from "node:stream";
import type { StreamEvent } from "@/lib/platform/stream-event";

/**
 * Events as `text/event-stream` text, after
 * https://html.spec.whatwg.org/multipage/server-sent-events.html. A "ping" is a
 * comment that keeps proxies from closing a silent stream.
 */
export function eventStream(events: AsyncIterable<StreamEvent | "ping">): Readable {
  return Readable.from(lines(events), { objectMode: false, highWaterMark: 64 * 1024 });
}

async function* lines(events: AsyncIterable<StreamEvent | "ping">): AsyncIterable<string> {
  yield "retry: 1000\n\n";
  for await (const event of events) {
    yield event === "ping" ? ": ping\n\n" : text(event);
  }
}

const text = ({ event, data, id }: StreamEvent) =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
