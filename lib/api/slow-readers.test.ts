import { connect, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import { type Client, client, listen, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";
import { createVisitor } from "@/test/visitor";

/** Stalled readers and idle streams over real connections. */
const { model, server } = await startServerWithModel({ METRICS_TOKEN: "token-of-prometheus" });
const ada = await person(server.url);
const chat = (await ada.api.post("/chats", { name: "Long replies" })).body;

const sockets: Socket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
});

// Opens a connection that requests a path, and pauses it before the response is read.
function ask(path: string, { authorization = "" }: Partial<Client>, accept = "application/json"): Socket {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1").pause();
  socket.write(
    `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nAccept: ${accept}\r\nAccept-Encoding: gzip, br\r\n\r\n`,
  );
  sockets.push(socket);
  return socket;
}
/**
 * Reads a paused socket in steps.
 * @returns `until`, which reads up to a total of bytes or the connection's end and resolves with the bytes read so far
 */
function reading(socket: Socket) {
  let bytes = 0;
  let most = 0;
  let wake = () => {};
  socket.on("data", (piece) => {
    bytes += piece.length;
    if (bytes < most) return;
    socket.pause();
    wake();
  });
  socket.on("error", () => {}).on("close", () => wake());
  const until = async (count: number) => {
    most = count;
    await new Promise<void>((resolve) => {
      wake = resolve;
      socket.resume();
    });
    return bytes;
  };
  return { until };
}
const openStreams = async () => {
  const { body } = await client(server.url, "Bearer token-of-prometheus").get("/metrics");
  const counts = [...(body as string).matchAll(/^parley_streams_open\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
};

// The longest possible reply: 2,000,000 characters, or 6 MB in UTF-8.
const PIECES = 40;
const SIZE = 50_000;
const MB = 1024 * 1024;
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
function usedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
/** @returns the path of a new reply's stream */
async function longReply(script: string): Promise<string> {
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, {
    message_input: `[[fake ${script}]]`,
    is_sync: "false",
  });
  return `/chats/streaming/${sent.body.streaming_task_id}`;
}

test.each([
  ["while it is written", false],
  ["once it is over", true],
])("40 stalled readers of 6 MB buffer little %s, and are disconnected after a minute", async (_, isOver) => {
  const path = await longReply(`${isOver ? "tokens" : "stall"}=${PIECES} size=${SIZE}`);
  const written = async () => (await ada.api.get(path)).body;
  await expect.poll(async () => (await written()).text.length).toBe(PIECES * SIZE);
  if (isOver) await expect.poll(async () => (await written()).finished).toBe(true);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const before = usedBytes();
  for (let n = 0; n < 40; n++) ask(path, ada.api, "text/event-stream");
  await expect.poll(openStreams).toBe(40);

  // Other readers are unaffected.
  const reader = await listen(ada.api, path);
  const texts = () =>
    reader.events.filter(({ event }) => event === "text").map(({ data }) => data.text as string);
  await expect.poll(() => texts().join("").length).toBe(PIECES * SIZE);
  expect(Math.max(...texts().map((text) => text.length))).toBeLessThanOrEqual(64 * 1024);
  reader.close();
  reader.events.length = 0;
  // Responses that are still being read from the database hold more memory for a moment.
  await expect.poll(() => (usedBytes() - before) / MB).toBeLessThan(40 * 2);

  vi.advanceTimersByTime(70_000);
  await expect.poll(openStreams).toBe(0);
  if (!isOver) await ada.api.del(path.replace("streaming/", "streaming_response/"));
});

test("a stalled reader of a long response is disconnected after a minute, and a slow one is not", async () => {
  const path = await longReply(`tokens=${PIECES} size=${SIZE}`);
  await expect.poll(async () => (await ada.api.get(path)).body.finished).toBe(true);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const [stuck, slow] = [reading(ask(path, ada.api)), reading(ask(path, ada.api))];
  // Reads in steps large enough that the sender sees progress.
  for (let read = 1; read <= 4; read++) {
    await slow.until(read * 1.4 * MB);
    vi.advanceTimersByTime(30_000);
  }
  await slow.until(3 * PIECES * SIZE);
  expect(await stuck.until(Number.POSITIVE_INFINITY)).toBeLessThan(3 * PIECES * SIZE);
});

test("a silent stream sends a ping within 20 seconds, uncompressed and unbuffered", async () => {
  const published = (await ada.api.post("/chats", { name: "Help desk", is_public: true })).body;
  const visitor = await createVisitor(server.url, published);
  const reply = await longReply("stall=1");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  for (const path of [
    reply,
    `/chats/${chat.id}/events`,
    "/users/me/events",
    `${visitor.base}/events?sid=${visitor.sid}`,
  ]) {
    const socket = ask(path, path.startsWith("/public") ? {} : ada.api, "text/event-stream");
    let heard = "";
    socket
      .setEncoding("utf8")
      .on("data", (text) => {
        heard += text;
      })
      .resume();
    await expect.poll(() => heard).toContain("retry: 1000");
    const [head = ""] = heard.toLowerCase().split("\r\n\r\n");
    expect(head).toContain("x-accel-buffering: no");
    expect(head).toMatch(/cache-control: .*no-transform/);
    expect(head).not.toContain("content-encoding");
    for (const count of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(20_000);
      await expect.poll(() => heard.split(/^(?:: ping|event: ping)$/m).length).toBeGreaterThan(count);
    }
  }
  await ada.api.del(reply.replace("streaming/", "streaming_response/"));
  expect(model.aborted).toBeGreaterThan(0);
});
