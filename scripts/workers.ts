import cluster, { type Worker } from "node:cluster";
import { setTimeout as wait } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import { onServing, relayBetweenWorkers } from "@/lib/platform/workers/primary";

// Delay in milliseconds before a crashed worker is restarted. It doubles with each crash up to `longest`, and is reset
// when the crashed worker had run for longer than `longest`.
const PAUSE = { first: 500, longest: 30_000 };

/**
 * Starts workers that share one port and restarts crashed ones. The first worker starts alone, because it migrates
 * the database; if it can't start, no others are started.
 */
export function supervise(count: number): void {
  let isStopping = false;
  let hasServed = false;
  let pause = PAUSE.first;
  // Lets idle workers accept the next connection if they share a socket (scripts/serve.ts).
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  relayBetweenWorkers();

  const startOne = () => {
    const began = performance.now();
    const worker = cluster.fork();
    worker.once("exit", (code, signal) => void ended(worker, performance.now() - began, signal ?? code));
    return worker;
  };

  const ended = async (worker: Worker, lived: number, how: number | string | null) => {
    const left = Object.keys(cluster.workers ?? {}).length;
    if (isStopping || !hasServed) {
      if (left === 0) process.exit(typeof how === "number" ? how : 1);
      return;
    }
    log.error({ worker: worker.process.pid, ended: how }, "a worker ended and is started again");
    pause = lived > PAUSE.longest ? PAUSE.first : Math.min(pause * 2, PAUSE.longest);
    await wait(pause);
    if (!isStopping) startOne();
  };

  onServing(startOne(), () => {
    hasServed = true;
    for (let more = 1; more < count && !isStopping; more++) startOne();
  });

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      isStopping = true;
      const all = Object.values(cluster.workers ?? {});
      // No worker is running, and `isStopping` cancels pending restarts.
      if (all.length === 0) process.exit(0);
      for (const worker of all) worker?.process.kill(signal);
    });
}
