// @ts-check
// A thread that ends its process when a limit is exceeded, even while the main thread is blocked in one long call.
// Memory is checked here, because V8's heap limit doesn't cover buffers. The signal names the limit: SIGXCPU for
// processor time, SIGABRT for memory, SIGUSR2 for output.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";

/** @typedef {{ memoryMb: number, cpuSeconds?: number, output?: { directories: string[], bytes: number } }} Limits */
/** @type {Limits} */
const limits = workerData;
const INTERVAL_MS = 50;
const parent = process.ppid;

function cpuTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/**
 * Returns the size of all files in bytes, including those in subdirectories.
 * @param {string[]} directories
 */
function countBytes(directories) {
  let bytes = 0;
  for (const directory of directories)
    for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" }))
      bytes += statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

let startedAt = 0;
let cpuSeconds = limits.cpuSeconds;
/** Each message starts a new measurement of CPU time for the next call, which may have a separate limit. */
parentPort?.on("message", (/** @type {{ cpuSeconds?: number } | string} */ message) => {
  startedAt = cpuTime();
  if (typeof message === "object") cpuSeconds = message.cpuSeconds;
});

setInterval(() => {
  const { memoryMb, output } = limits;
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  if (process.memoryUsage.rss() > memoryMb * 1024 * 1024) process.kill(process.pid, "SIGABRT");
  if (cpuSeconds !== undefined && cpuTime() - startedAt > cpuSeconds * 1_000_000)
    process.kill(process.pid, "SIGXCPU");
  if (output && countBytes(output.directories) > output.bytes) process.kill(process.pid, "SIGUSR2");
}, INTERVAL_MS);
