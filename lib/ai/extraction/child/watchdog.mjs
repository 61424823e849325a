// @ts-check
// A thread that ends this process when it takes too much memory: V8's own
// limit holds for objects, not for the bytes that are unpacked. It also ends
// it when it is busy and its parent, who would have stopped it, is gone.
// ffmpeg's WebAssembly build has the same (lib/ai/media/child).

const MOST_MEMORY = 1_200 * 1024 * 1024;
const EVERY_MS = 50;
const parent = process.ppid;

setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY) process.kill(process.pid, "SIGABRT");
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, EVERY_MS);
