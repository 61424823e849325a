import { expect } from "vitest";
import type { startChild } from "../child";

/** An input that is made to do harm. `make` is called right before it is sent. */
export type HostileInput = { name: string; make: () => Buffer | Promise<Buffer> };

/** Of processor time of the server's main thread: nobody else waits longer than this. */
const MAX_GAP_MS = 200;
/** Of resident memory of the server, where another process reads what comes. */
const MAX_GROWTH_MB = 100;
/**
 * The environment of a server whose memory is measured. On a machine with much memory V8 lets its young generation grow to
 * 100 MB; a small one shows what is in use. An embedding model takes 200 MB whenever it is loaded: here there is none.
 */
export const STEADY_MEMORY = { NODE_OPTIONS: "--max-semi-space-size=2", EMBEDDING_MODEL: "ollama:none" };
const HEALTH_CHECK_EVERY_MS = 20;

/**
 * Feeds inputs to a server in a process of its own while its health is checked every 20 ms. Expects that no check fails, that
 * its main thread has no long turn and that its memory stays bounded.
 */
export async function feedHostileInputs<T extends { name: string }>(
  child: Awaited<ReturnType<typeof startChild>>,
  inputs: T[],
  feed: (input: T) => Promise<void>,
  maxGrowthMb = MAX_GROWTH_MB,
): Promise<void> {
  const failures: string[] = [];
  const checks = setInterval(async () => {
    const status = await fetch(`${child.url}/api/v1/health/live`).then(
      (response) => response.status,
      (error: Error) => error.message,
    );
    if (status !== 200) failures.push(`a health check failed: ${status}`);
  }, HEALTH_CHECK_EVERY_MS);
  const [first, ...rest] = inputs;
  // What is loaded and compiled once is no growth.
  await feed(first!);
  await child.order("watch", true);
  for (const input of rest) {
    await feed(input);
    const { longestMs, grownMb } = await child.order("observe", true);
    if (longestMs > MAX_GAP_MS) failures.push(`${input.name}: ${Math.round(longestMs)} ms without a pause`);
    if (grownMb > maxGrowthMb) failures.push(`${input.name}: ${Math.round(grownMb)} MB more`);
  }
  clearInterval(checks);
  expect(failures).toEqual([]);
  expect(child.uncaught).toEqual([]);
}
