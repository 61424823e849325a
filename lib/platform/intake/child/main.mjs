// @ts-check
// Runs one intake program in its own process. Orders arrive as lines of JSON on standard input, and answers are
// written as lines to standard output.
import { Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { closeNetwork } from "./network.mjs";
import { toSentence } from "./problem.mjs";

/**
 * @typedef {{ program: string, input: string, output: string, directory?: string, writable: string[], memoryMb: number, cpuSeconds: number, outputBytes: number, maxLineBytes: number }} Settings
 * @typedef {{ method: string, input: unknown }} Order
 * @typedef {{ url: string, method?: string, headers?: Record<string, string>, body?: string, maxBytes?: number }} FetchRequest `body` in base64
 * @typedef {{ status: number, url: string, headers: Record<string, string>, path: string, size: number }} FetchResponse
 *   `path`: file with the body, kept until the next request
 * @typedef {object} Host
 * @property {string} input path of the input file
 * @property {(name: string) => string} outputPath where a file that the application may read is written
 * @property {string | undefined} directory whose files persist between processes
 * @property {(values: unknown[]) => Promise<void>} emit sends values to the caller and waits while the caller is busy
 * @property {(request: FetchRequest) => Promise<FetchResponse>} fetch sends an HTTP request through the application
 * @property {(host: string, port: number) => Promise<Socket>} connect opens the one connection of a program
 * @typedef {(input: any, host: Host) => Promise<unknown>} Method
 */

/** @type {Settings} */
const settings = JSON.parse(process.argv[2] ?? "{}");
const DESCRIPTOR_OF_CONNECTION = 3;

/** @param {unknown} message */
function send(message) {
  const line = `${JSON.stringify(message)}\n`;
  if (Buffer.byteLength(line) > settings.maxLineBytes) throw new Error("a value is too large");
  return new Promise((resolve) => process.stdout.write(line, () => resolve(undefined)));
}

const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })[
  Symbol.asyncIterator
]();
async function nextLine() {
  const { value, done } = await lines.next();
  if (done) process.exit();
  return JSON.parse(value);
}

/** Serializes requests, because the next line always answers the oldest request. @type {Promise<unknown>} */
let pending = Promise.resolve();
/** @param {unknown} request */
function ask(request) {
  const answer = pending.then(async () => {
    await send(request);
    const { problem, ...response } = await nextLine();
    if (problem) throw Object.assign(new Error(problem.message), { code: problem.code, isFromHost: true });
    return response;
  });
  pending = answer.catch(() => {});
  return answer;
}

/** @type {Host} */
const host = {
  input: join(settings.input, "file"),
  outputPath: (name) => join(settings.output, name),
  directory: settings.directory,
  emit: async (values) => void (await send({ values })),
  fetch: (request) => ask({ fetch: request }),
  async connect(host, port) {
    await ask({ connect: { host, port } });
    return new Socket({ fd: DESCRIPTOR_OF_CONNECTION, readable: true, writable: true });
  },
};

const watchdog = new Worker(new URL("./watchdog.mjs", import.meta.url), {
  env: {},
  execArgv: [],
  workerData: {
    memoryMb: settings.memoryMb,
    cpuSeconds: settings.cpuSeconds,
    output: { directories: settings.writable, bytes: settings.outputBytes },
  },
});
watchdog.unref();
const { permission } = /** @type {{ permission: { drop?: (right: string) => void } }} */ (process);
// A worker thread would not be bound by the process's permissions, so none can be started from here on.
permission.drop?.("worker");
// Libraries that log to the console would corrupt the protocol on standard output.
for (const name of /** @type {const} */ (["log", "info", "warn", "error", "debug"])) console[name] = () => {};
// A rejection of an abandoned promise must not end the process before it has answered.
process.on("unhandledRejection", () => {});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

closeNetwork();

/** @type {Record<string, Method>} */
const methods = await import(settings.program);
// Native addons aren't bound by permissions either; those that the program needs are loaded by now.
permission.drop?.("addon");
for (;;) {
  /** @type {Order} */
  const { method, input } = await nextLine();
  watchdog.postMessage("begin");
  try {
    const run = methods[method];
    if (!run) throw new Error(`there is no method ${method}`);
    await send({ result: (await run(input, host)) ?? null });
  } catch (error) {
    await send({ problem: toSentence(error) });
  }
}
