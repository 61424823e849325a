import { expect } from "vitest";
import type { startChild } from "../child";

/** Malicious input. `make` is called right before it is sent. */
export type HostileInput = { name: string; make: () => Buffer | Promise<Buffer> };

// Maximum processor time of one event loop turn of the server, which bounds how long other requests wait.
const MAX_GAP_MS = 200;
// Maximum growth of the server's resident memory. It is small, because another process parses the input.
const MAX_GROWTH_MB = 100;
/**
 * Environment of a server whose memory is measured. With much memory, V8 lets its young generation grow to 100 MB; a
 * small one reflects actual use. No embedding model, because loading one takes 200 MB.
 */
export const STEADY_MEMORY = { NODE_OPTIONS: "--max-semi-space-size=2", EMBEDDING_MODEL: "ollama:none" };
// The server itself measures how long its main thread is busy.
const HEALTH_CHECK_EVERY_MS = 100;

/**
 * Feeds inputs to a server in a separate process while polling its health. Expects that no health check
 * fails, that the main thread has no long turn, and that memory stays bounded.
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
  // The first input warms up code and caches, which is not counted as growth.
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
