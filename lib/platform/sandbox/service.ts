import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { FairQueue } from "@/lib/platform/fair-queue";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";

export type SandboxFile = {
  name: string;
  text: string;
  parts: { title: string | null; start: number }[] | null;
};
/** `told` is untrusted JSON from the sandbox. */
export type ProgramResult = {
  end: "told" | "time" | "memory" | "depth" | "output" | "failed" | "lost";
  told?: string;
  error?: string;
};
export type SandboxLimits = { seconds: number; megabytes: number };

/** `seconds` is CPU time, so that the load of the machine doesn't matter. */
export const LIMITS: SandboxLimits = { seconds: 5, megabytes: 64 };
const MAX_OUTPUT = { shown: 8, rows: 100, log: 8_000, value: 8_000, told: 2_000_000 };
// Lets each group run two programs and keeps one slot free for other groups (see FairQueue).
const MAX_CONCURRENT_PROGRAMS = 3;
// Lower priority than the server, because users wait for its responses.
const NICE = 5;
// Ends the process if all other limits fail.
const WALL_CLOCK_TIMEOUT_MS = 60_000;

const queue = createOnce(() => new FairQueue(MAX_CONCURRENT_PROGRAMS));

/**
 * Runs a JavaScript program on files in a WebAssembly sandbox in its own process. The program can't reach the network
 * or the machine, and a crash doesn't affect the application.
 * @throws AppError when too many programs of the group wait; the reason of the signal
 */
export const runProgram = (
  groupId: string,
  program: string,
  files: SandboxFile[],
  signal?: AbortSignal,
  limits: SandboxLimits = LIMITS,
): Promise<ProgramResult> => queue().run(groupId, () => run(program, files, signal, limits), signal);

async function run(
  program: string,
  files: SandboxFile[],
  signal: AbortSignal | undefined,
  limits: SandboxLimits,
) {
  signal?.throwIfAborted();
  const child = start();
  const late = setTimeout(() => child.kill("SIGKILL"), WALL_CLOCK_TIMEOUT_MS);
  const stop = () => child.kill("SIGKILL");
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const ending = waitForEnd(child);
    give(child, program, files, limits);
    const answer = await ending;
    signal?.throwIfAborted();
    return answer;
  } finally {
    clearTimeout(late);
    signal?.removeEventListener("abort", stop);
  }
}

// The program is found by path, because the application is bundled and the program is not.
function start(root = process.cwd()): ChildProcess {
  const folder = join(/* turbopackIgnore: true */ root, "lib/platform/sandbox/child");
  const engine = realpathSync(join(/* turbopackIgnore: true */ root, "node_modules/quickjs-wasi"));
  const seen = [folder, engine, join(/* turbopackIgnore: true */ root, "node_modules/quickjs-wasi")];
  const rights = ["--permission", ...seen.map((path) => `--allow-fs-read=${path}`), "--allow-worker"];
  const child = spawn(process.execPath, [...rights, join(/* turbopackIgnore: true */ folder, "main.mjs")], {
    env: { NODE_ENV: "production" },
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  // Without listeners, a child that fails to start or closes its pipes would crash the application.
  for (const part of [child, child.stdin, child.stdout])
    part?.on("error", (error) =>
      log.warn({ err: error }, "a calculation could not be started or given its files"),
    );
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICE);
  } catch {
    // Not every system permits changing the priority.
  }
  return child;
}

function give({ stdin }: ChildProcess, program: string, files: SandboxFile[], limits: SandboxLimits): void {
  const texts = files.map(({ text }) => Buffer.from(text));
  const named = files.map(({ name, parts }, at) => ({ name, parts, bytes: texts[at]!.length }));
  stdin?.write(`${JSON.stringify({ program, files: named, ...limits, most: MAX_OUTPUT })}\n`);
  for (const text of texts) stdin?.write(text);
  stdin?.end();
}

function waitForEnd(child: ChildProcess): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    child.stdout?.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size > 4 * MAX_OUTPUT.told) child.kill("SIGKILL");
      else pieces.push(piece);
    });
    child.once("error", () => resolve({ end: "lost" }));
    child.once("close", (_, cause) => {
      if (cause === "SIGXCPU") return resolve({ end: "time" });
      if (cause === "SIGABRT") return resolve({ end: "memory" });
      try {
        resolve(JSON.parse(Buffer.concat(pieces).toString("utf8")) as ProgramResult);
      } catch {
        resolve({ end: "lost" });
      }
    });
  });
}
