/**
 * Processor time of this process in ms, of all its threads, while `work` runs.
 * Other than the time on the clock it does not grow with what else the machine does.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The least of a few times: what this process does in the background counts too.
 * @param enough Less than this is not tried again
 */
export async function leastProcessorTime(work: () => unknown, enough = 0, tries = 4): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < tries && least > enough; n++) least = Math.min(least, await processorTime(work));
  return least;
}

/** How often turns of the event loop are told apart, in ms. */
const RESOLUTION = 5;

/**
 * Watches for how long this thread works without a pause: processor time
 * between two looks at it, which come whenever the event loop is free.
 */
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
    /** In ms; of `share` of the turns none took longer. */
    longest: (share: number): number =>
      turns.toSorted((a, b) => a - b)[Math.ceil(turns.length * share) - 1] ?? 0,
  };
}
