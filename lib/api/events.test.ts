import type { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { StreamEvent } from "@/lib/platform/stream-event";
import { PING_INTERVAL_MS, serializeEvents } from "./events";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

// An event source that the test drives manually.
function source() {
  let wake = () => {};
  const waiting: (StreamEvent | "end" | Error)[] = [];
  const state = { isClosed: false };
  async function* events(): AsyncIterable<StreamEvent> {
    try {
      for (;;) {
        const event = waiting.shift();
        if (event === "end") return;
        if (event instanceof Error) throw event;
        if (event) yield event;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      state.isClosed = true;
    }
  }
  const say = (event: StreamEvent | "end" | Error) => {
    waiting.push(event);
    wake();
  };
  return { events: events(), say, state };
}

function heard(stream: Readable) {
  const all: string[] = [];
  stream.on("data", (text) => all.push(String(text)));
  return all;
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const hello = { event: "text", data: { text: "hello" }, id: 5 };
const HELLO = 'id: 5\nevent: text\ndata: {"text":"hello"}\n\n';

describe.each([
  ["comment", ": ping\n\n"],
  ["event", "event: ping\ndata: {}\n\n"],
] as const)("pings as %s", (kind, ping) => {
  test("are sent in a silent stream, repeatedly", async () => {
    const { events, say } = source();
    const all = heard(serializeEvents(events, kind));
    await settle();
    expect(all).toEqual(["retry: 1000\n\n"]);
    await wait(PING_INTERVAL_MS - 1);
    expect(all).toHaveLength(1);
    await wait(1);
    await wait(PING_INTERVAL_MS);
    say(hello);
    await settle();
    expect(all.slice(1)).toEqual([ping, ping, HELLO]);
  });

  test("are not sent while the stream has events", async () => {
    const { events, say } = source();
    const all = heard(serializeEvents(events, kind));
    await settle();
    for (let i = 0; i < 5; i++) {
      await wait(PING_INTERVAL_MS - 1000);
      say(hello);
      await settle();
    }
    expect(all.slice(1)).toEqual([HELLO, HELLO, HELLO, HELLO, HELLO]);
  });
});

test("no timer remains after a stream has ended", async () => {
  const { events, say } = source();
  const stream = serializeEvents(events);
  const all = heard(stream);
  await wait(PING_INTERVAL_MS);
  say(hello);
  say("end");
  await settle();
  expect(all).toEqual(["retry: 1000\n\n", ": ping\n\n", HELLO]);
  expect(stream.readableEnded).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("an ended stream is not pinged while a slow reader drains it", async () => {
  const { events, say } = source();
  const stream = serializeEvents(events);
  say(hello);
  say("end");
  await settle();
  await wait(2 * PING_INTERVAL_MS);
  const all = heard(stream);
  await settle();
  expect(all.join("")).toBe(`retry: 1000\n\n${HELLO}`);
  expect(stream.readableEnded).toBe(true);
});

test("an error of the source fails the stream", async () => {
  const { events, say } = source();
  const stream = serializeEvents(events);
  const failed = new Promise((resolve) => stream.on("error", resolve));
  heard(stream);
  await settle();
  say(new Error("away"));
  expect(await failed).toMatchObject({ message: "away" });
  expect(vi.getTimerCount()).toBe(0);
});

test("a reader that disconnects from a silent stream ends its source", async () => {
  const { events, say, state } = source();
  const stream = serializeEvents(events);
  heard(stream);
  await wait(PING_INTERVAL_MS);
  stream.destroy();
  say("end");
  await settle();
  expect(state.isClosed).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
