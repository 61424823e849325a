import { meters } from "@/lib/platform/telemetry/meters";

/** Background work adds statements, so the minimum of several tries is used. */
const MAX_TRIES = 40;

export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < MAX_TRIES && least > 0; n++) least = Math.min(least, await countOnce(work));
  return least;
}

/**
 * Compares the number of statements of two requests.
 * @returns the minimum of both numbers over several tries, which end early when both are equal
 */
export async function compareStatements(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<[number, number]> {
  const least: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let n = 0; n < MAX_TRIES && (n === 0 || least[0] !== least[1]); n++) {
    least[0] = Math.min(least[0], await countOnce(first));
    least[1] = Math.min(least[1], await countOnce(second));
  }
  return least;
}

async function countOnce(work: () => Promise<unknown>): Promise<number> {
  const before = meters.statements.total();
  await work();
  return meters.statements.total() - before;
}
