import { expect, test } from "vitest";
import { type Api, RefusedCall } from "./api";
import { followEvents } from "./events";

// Fakes a server that sends these events, one list per connection.
const saying = (...connections: string[][]) => {
  let count = 0;
  const stream = async () => {
    const events = connections[count++] ?? [];
    return new Response(events.map((name) => `event: ${name}\ndata: {}\n\n`).join(""));
  };
  return { api: { stream } as unknown as Api, count: () => count };
};

test("an event waits until the previous one has been handled", async () => {
  const over = new AbortController();
  const heard: string[] = [];
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  const { api } = saying(["ready", "message.created", "reply.started"]);
  const following = followEvents(
    api,
    () => "/events",
    async ({ event }) => {
      if (event === "ready") await isRead;
      heard.push(event);
      if (event === "reply.started") over.abort();
    },
    { over: over.signal, lost: () => {} },
  );
  heard.push("what was missed");
  read();
  await following;
  expect(heard).toEqual(["what was missed", "ready", "message.created", "reply.started"]);
});

test("a failed read is repeated after the next connection, and no event is delivered before it", async () => {
  const over = new AbortController();
  const heard: string[] = [];
  const lost: number[] = [];
  const { api, count } = saying(["ready", "message.created"], ["ready", "message.created"]);
  await followEvents(
    api,
    () => "/events",
    async ({ event }) => {
      if (event === "ready" && count() === 1) throw new RefusedCall(503, "");
      heard.push(event);
      if (event === "message.created") over.abort();
    },
    { over: over.signal, lost: ({ status }) => lost.push(status) },
  );
  expect([heard, lost]).toEqual([["ready", "message.created"], [503]]);
});
