// @ts-check
// A thread that ends this process when it takes too much memory, and when its
// parent, who would have ended it, is gone: the program itself never pauses.

const MOST_MEMORY = 1_200 * 1024 * 1024;
const EVERY_MS = 100;
const parent = process.ppid;

setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY) process.kill(process.pid, "SIGABRT");
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, EVERY_MS);
