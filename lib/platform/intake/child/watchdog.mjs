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
  const left = [...directories];
  let bytes = 0;
  for (let directory = left.pop(); directory !== undefined; directory = left.pop())
    for (const entry of listEntries(directory)) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) left.push(path);
      bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    }
  return bytes;
}

/**
 * Returns no entries for a directory that the program has removed meanwhile.
 * @param {string} directory
 */
function listEntries(directory) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return [];
    // Without this thread the program would have no limits.
    process.kill(process.pid, "SIGKILL");
    return [];
  }
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
