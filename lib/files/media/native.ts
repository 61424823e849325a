import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";

// Runs system programs on untrusted files without secrets, with limited memory and at low priority.

const LOOK_EVERY_MS = 250;

export function getBareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
  return { PATH, LD_LIBRARY_PATH, SystemRoot, NODE_ENV: undefined } as unknown as NodeJS.ProcessEnv;
}

export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, 5);
  } catch {
    // Some systems forbid setting priorities; the process works without it.
  }
}

/**
 * Calls `onTooMuch` when a process uses more than `most()` megabytes.
 * @returns a function that ends the watch
 */
export function watchMemory({ pid }: ChildProcess, most: () => number, onTooMuch: () => void): () => void {
  const timer = setInterval(async () => {
    const taken = pid === undefined ? undefined : await readMemoryMb(pid);
    if (taken !== undefined && taken > most()) onTooMuch();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

async function readMemoryMb(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}
