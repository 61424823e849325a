/**
 * Measures the processor time of all threads in milliseconds while `work` runs. Unlike wall-clock time it does not
 * depend on the load of the machine.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Returns the minimum of several measurements, because background work is included.
 * @param enough values below this are not measured again
 */
export async function leastProcessorTime(work: () => unknown, enough = 0, tries = 4): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < tries && least > enough; n++) least = Math.min(least, await processorTime(work));
  return least;
}

/** Interval between the timer callbacks in milliseconds. */
const RESOLUTION = 5;

/** Measures event loop turns: processor time of this thread between two timer callbacks. */
export function watchTurns() {
  const turns: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    turns.push((user + system) / 1000);
  };
  return {
    start: () => {
      turns.length = 0;
      before = process.threadCpuUsage();
      timer = setInterval(look, RESOLUTION);
    },
    stop: () => clearInterval(timer),
    /** Returns a percentile in milliseconds: `share` of the turns took no longer. */
    longest: (share: number): number =>
      turns.toSorted((a, b) => a - b)[Math.ceil(turns.length * share) - 1] ?? 0,
  };
}
