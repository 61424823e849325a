import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, realpathSync } from "node:fs";
import { setPriority } from "node:os";
import { dirname, join, resolve } from "node:path";
import { log } from "@/lib/platform/log";
import type { IntakeFault, IntakeLimits } from "./limits";
import type { ScratchDirectory } from "./scratch-directory";

export const MAX_LINE_BYTES = 256 * 1024;
const HEAP_SHARE = 0.75;
// Lower priority than the server, because users wait for its responses.
const NICE = 5;
const SHARED_CODE = [
  "lib/platform/encoding",
  "lib/platform/html",
  "lib/platform/intake/child",
  "lib/platform/markdown",
  "lib/platform/robots-txt",
  "node_modules",
  "package.json",
];

const FAULTS: Record<string, IntakeFault> = {
  SIGXCPU: "cpuSeconds",
  SIGABRT: "memoryMb",
  SIGUSR2: "outputMb",
};

export type IntakeSpawn = {
  program: string;
  hasAddons: boolean;
  limits: IntakeLimits;
  scratch: ScratchDirectory;
  directory?: string;
};

/**
 * Starts a program without the application's environment variables, with access only to its own code and its scratch
 * directory. The program is found by path, because the application is bundled and the program is not.
 */
export function spawnIntake(options: IntakeSpawn, root = process.cwd()): ChildProcess {
  const { program, limits, scratch } = options;
  const directory = options.directory && resolve(/* turbopackIgnore: true */ options.directory);
  const at = (path: string) => join(/* turbopackIgnore: true */ root, path);
  const readable = [
    dirname(at(program)),
    ...SHARED_CODE.map(at),
    realpathSync(at("node_modules")),
    scratch.input,
    scratch.output,
  ];
  const writable = [scratch.output];
  if (directory) {
    mkdirSync(/* turbopackIgnore: true */ directory, { recursive: true, mode: 0o700 });
    readable.push(directory);
    writable.push(directory);
  }
  const settings = {
    program: at(program),
    input: scratch.input,
    output: scratch.output,
    directory,
    writable,
    memoryMb: limits.memoryMb,
    cpuSeconds: limits.cpuSeconds,
    outputBytes: limits.outputMb * 1024 * 1024,
    maxLineBytes: MAX_LINE_BYTES,
  };
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${Math.floor(limits.memoryMb * HEAP_SHARE)}`,
      "--permission",
      ...readable.map((path) => `--allow-fs-read=${path}`),
      ...writable.map((path) => `--allow-fs-write=${path}`),
      "--allow-worker",
      ...(options.hasAddons ? ["--allow-addons"] : []),
      // SQLite opens files regardless of permissions.
      ...["--no-experimental-sqlite"].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag)),
      at("lib/platform/intake/child/main.mjs"),
      JSON.stringify(settings),
    ],
    { env: { NODE_ENV: "production" }, cwd: scratch.input, stdio: ["pipe", "pipe", "ignore", "pipe"] },
  );
  // Without listeners, a child that fails to start or closes its pipes would crash the application.
  for (const part of [child, child.stdin, child.stdout, child.stdio[3]])
    part?.on("error", (error: Error) => log.debug({ err: error, program }, "an intake process failed"));
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICE);
  } catch {
    // Not every system permits changing the priority.
  }
  return child;
}

export function toExitFault(code: number | null, signal: NodeJS.Signals | null): IntakeFault {
  // V8 aborts when its heap is full; a shell reports SIGABRT as exit code 134.
  if (code === 134) return "memoryMb";
  return (signal && FAULTS[signal]) ?? "crash";
}
