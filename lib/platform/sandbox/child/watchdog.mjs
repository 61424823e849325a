// @ts-check
// A thread that ends this process when it works for too long without the sandbox looking at the time, when it takes too
// much memory, or when whoever started it is gone.
import { workerData } from "node:worker_threads";

/** What the process itself takes comes to the 64 MB of the sandbox. */
const MOST_MEMORY = 512 * 1024 * 1024;
const EVERY_MS = 50;
/** For its start, and for what ends after the time of the sandbox is over. */
const SPARE_SECONDS = 1;
const parent = process.ppid;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (user + system > (workerData.seconds + SPARE_SECONDS) * 1_000_000) process.kill(process.pid, "SIGXCPU");
  if (process.memoryUsage.rss() > MOST_MEMORY) process.kill(process.pid, "SIGABRT");
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, EVERY_MS);
