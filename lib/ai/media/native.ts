import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";

/** Programs of the system that read the files of strangers: they know no secrets, take limited memory, and come last. */

const LOOK_EVERY_MS = 250;

/** All that such a program has to know of its surroundings. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
  return { PATH, LD_LIBRARY_PATH, SystemRoot, NODE_ENV: undefined } as unknown as NodeJS.ProcessEnv;
}

/** Whoever waits for a page comes before this process. */
export function comesLast({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, 5);
  } catch {
    // Not every system allows it; it reads as well.
  }
}

/**
 * Calls `onTooMuch` when a process takes more than `most()` megabytes.
 * @returns what ends the watch
 */
export function watchMemory({ pid }: ChildProcess, most: () => number, onTooMuch: () => void): () => void {
  const timer = setInterval(async () => {
    const taken = pid === undefined ? undefined : await memoryOf(pid);
    if (taken !== undefined && taken > most()) onTooMuch();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Megabytes that a process takes; undefined where the system does not say so in files. */
async function memoryOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}
