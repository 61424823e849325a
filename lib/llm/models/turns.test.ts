import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { watchTurns } from "@/test/processor-time";
import { setEnvironment } from "@/test/renewal";
import { chooseModel, streamReply } from "./language";
import type { Connection, ModelSettings } from "./types";

setEnvironment({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });

const REPLIES = 20;
const REPLY_BYTES = 128 * 1024;
// Time in milliseconds in which the replies arrive while the thread is busy.
const ARRIVAL_MS = 400;
// Maximum processor time of a turn. Reading all that has arrived takes several times as long.
const MAX_TURN_MS = 100;

const settings: ModelSettings = {
  OLLAMA_BASE_URL: "http://127.0.0.1:9",
  DEFAULT_MODEL: undefined,
  MODEL_FIRST_TOKEN_SECONDS: 30,
  MODEL_STALL_SECONDS: 30,
};

// Runs in a thread of its own, so that it sends while the test's thread is busy.
const serve = `
  const { parentPort, workerData } = require("node:worker_threads");
  const server = require("node:http").createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(workerData.lines[new URL(request.url, "http://host").pathname.split("/")[1]]);
    });
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;
const fill = (line: string) => line.repeat(REPLY_BYTES / line.length);
const LINES = {
  "openai-compatible": fill("\n"),
  anthropic: fill('data: {"type":"ping"}\n\n'),
  google: fill("data: {}\n\n"),
  ollama: fill("{}\n"),
};
const server = new Worker(serve, { eval: true, workerData: { lines: LINES } });
let port: number;
beforeAll(async () => {
  [port] = await once(server, "message");
});
afterAll(() => server.terminate());

it.each(Object.keys(LINES) as (keyof typeof LINES)[])(
  `${REPLIES} replies of %s that arrive at once leave time for other requests`,
  async (provider) => {
    const connection: Connection = {
      provider,
      apiKey: "k",
      baseUrl: `http://127.0.0.1:${port}/${provider}`,
      model: "m",
    };
    if (provider === "ollama") connection.options = { context_size: "4096" };
    const choice = await chooseModel(null, [connection], settings);
    const messages = [{ role: "user" as const, text: "hi" }];
    const request = { instructions: "", messages, signal: new AbortController().signal };
    const stream = () =>
      streamReply(choice, [connection], request, settings, () => undefined).catch(() => undefined);
    // Loads the code.
    await stream();
    const turns = watchTurns();
    turns.start();
    const replies = Array.from({ length: REPLIES }, stream);
    await new Promise((resolve) => setTimeout(resolve, 5));
    // Blocks the thread without using the processor.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ARRIVAL_MS);
    await Promise.all(replies);
    turns.stop();
    expect(turns.longest(1)).toBeLessThan(MAX_TURN_MS);
  },
);
