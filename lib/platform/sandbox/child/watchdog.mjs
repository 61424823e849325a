// @ts-check
// A thread that ends this process when it exceeds its CPU time without calling the interrupt handler, when it uses
// too much memory, or when its parent has ended.
import { workerData } from "node:worker_threads";

// Covers the process itself and the 64 MB of the sandbox.
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
const EVERY_MS = 50;
const SPARE_SECONDS = 1;
const parent = process.ppid;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (user + system > (workerData.seconds + SPARE_SECONDS) * 1_000_000) process.kill(process.pid, "SIGXCPU");
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) process.kill(process.pid, "SIGABRT");
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, EVERY_MS);
