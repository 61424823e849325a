import cluster, { type Worker } from "node:cluster";
import { setTimeout as wait } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import { carryBetweenWorkers, onServing } from "@/lib/platform/workers/primary";

/** Before one that ended by itself is started again: as long again each time, until one has lived for as long as the longest. In ms. */
const PAUSE = { first: 500, longest: 30_000 };

/**
 * Starts processes that serve one port together, and another for one that ends
 * by itself. The first one is alone until it serves: it brings the database up
 * to date, and when it cannot start, nothing does.
 */
export function supervise(count: number): void {
  let isStopping = false;
  let hasServed = false;
  let pause = PAUSE.first;
  // Where connections wait at one socket (scripts/serve.ts), whoever has time takes the next.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  carryBetweenWorkers();

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
      // Each has ended, and none is started again.
      if (all.length === 0) process.exit(0);
      for (const worker of all) worker?.process.kill(signal);
    });
}
