import { setImmediate as nextTurn } from "node:timers/promises";

// Processing time in milliseconds of all responses in one turn of the event loop, which other requests wait for.
const MAX_TURN_MS = 10;

let start: number | undefined;

export function isTurnOver(): boolean {
  const now = performance.now();
  if (start === undefined) {
    start = now;
    setImmediate(() => {
      start = undefined;
    });
  }
  return now - start > MAX_TURN_MS;
}

/** Waits for a turn of the event loop with time left. Callers go on in the order in which they began to wait. */
export async function waitForTurn(): Promise<void> {
  do await nextTurn();
  while (isTurnOver());
}
