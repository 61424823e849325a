import { type ChildProcess, fork, spawn } from "node:child_process";
import { realpath, stat } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { INTERRUPTED, MediaError, TOO_LARGE, TOO_SLOW } from "./errors";
import type { Engine } from "./ffmpeg";
import { getBareEnvironment, lowerPriority, watchMemory } from "./native";

const MB = 1024 * 1024;
// Allowed container formats. None of them can reference other files or URLs, as playlists do.
const CONTAINERS =
  "mov,mp4,matroska,webm,avi,mpegts,mpeg,mpegvideo,h264,hevc,flv,asf,ogg,mp3,wav,aac,flac,amr,aiff,caf,w64,gif,mxf,3gp,dv";
// 8K resolution, whose decoded frame takes 50 MB. Larger frames are attacks or unusual.
const MAX_PICTURE_PIXELS = 8192 * 4352;

export const limits = {
  stall: 60,
  /** Memory limit in megabytes. */
  memory: 1_200,
  block: 256,
  logBytes: 64 * 1024,
};

export type Order = {
  path: string;
  before?: string[];
  after: string[];
  /** Receives output. Returning a promise applies backpressure. */
  onData: (bytes: Buffer) => void | Promise<void>;
  /** Receives the log in parts, and may change the time limit. */
  onSaid?: (text: string, endAfter: (seconds: number) => void) => void;
  mostBytes: number;
  seconds: number;
  level?: "error" | "info";
  signal?: AbortSignal;
};

function words(order: Order, input: string, output: string): string[] {
  return [
    ...["-nostdin", "-hide_banner", "-v", order.level ?? "error", "-max_alloc", String(limits.block * MB)],
    ...["-protocol_whitelist", "file,pipe", "-format_whitelist", CONTAINERS],
    ...["-threads", String(Math.min(4, availableParallelism()))],
    ...["-max_pixels", String(MAX_PICTURE_PIXELS), ...(order.before ?? []), "-i", `file:${input}`],
    ...[...order.after, "-y", output],
  ];
}

function startNative(program: string, order: Order): ChildProcess {
  // Also limits the processor time, in case the application dies before it can end ffmpeg.
  const args = ["-timelimit", String(Math.ceil(order.seconds * 4)), ...words(order, order.path, "pipe:1")];
  return spawn(program, args, {
    cwd: tmpdir(),
    env: getBareEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
    // Starts a process group, so that descendants are killed too.
    detached: process.platform !== "win32",
  });
}

function killAll(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // The process group doesn't exist or has ended.
  }
  child.kill("SIGKILL");
}

// The WebAssembly build. Its path is a class field, so that the bundler doesn't try to resolve it.
class Builtin {
  readonly #program: string;
  readonly #watchdog: string;

  constructor(root: string) {
    this.#program = join(/* turbopackIgnore: true */ root, "lib/files/media/child/ffmpeg.mjs");
    this.#watchdog = join(/* turbopackIgnore: true */ root, "lib/platform/intake/child/watchdog.mjs");
  }

  /** Starts a process that may read only this file and its own code. */
  async start(core: string, order: Order): Promise<ChildProcess> {
    const seen = [dirname(this.#program), this.#watchdog, await realpath(core), core, order.path];
    return fork(this.#program, [core, order.path, ...words(order, "/input", "file:/output")], {
      env: { NODE_ENV: "production" },
      execArgv: ["--permission", ...seen.map((path) => `--allow-fs-read=${path}`), "--allow-worker"],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
  }
}

/**
 * Runs ffmpeg on a file in a separate process, which has ended when the promise settles.
 * @returns exit code and log
 * @throws MediaError when a limit is reached, the process dies or `signal` aborts
 */
export async function run(engine: Engine, order: Order): Promise<{ code: number; said: string }> {
  if (order.signal?.aborted) throw new MediaError(INTERRUPTED);
  const asked = { ...order, path: resolve(order.path) };
  await stat(asked.path);
  const child =
    engine.kind === "native"
      ? startNative(engine.path, asked)
      : await new Builtin(config().root).start(engine.core, asked);
  return await watch(child, asked);
}

function watch(child: ChildProcess, order: Order): Promise<{ code: number; said: string }> {
  return new Promise((resolve, reject) => {
    let said = "";
    let out = 0;
    let problem: Error | undefined;
    const end = (why: Error) => {
      problem ??= why;
      killAll(child);
      // Discards the remaining output, because the process closes only after its output was read.
      child.stdout?.resume();
    };
    const onAbort = () => end(new MediaError(INTERRUPTED));
    const endAfter = (seconds: number) => {
      clearTimeout(deadline);
      deadline = setTimeout(() => end(new MediaError(TOO_SLOW)), seconds * 1000);
    };
    let deadline: NodeJS.Timeout | undefined;
    endAfter(order.seconds);
    const stall = setTimeout(() => end(new MediaError(TOO_SLOW)), limits.stall * 1000);
    const unwatch = watchMemory(
      child,
      () => limits.memory,
      () => end(new MediaError(TOO_LARGE)),
    );
    order.signal?.addEventListener("abort", onAbort);
    if (order.signal?.aborted) onAbort();

    child.stdout?.on("data", (bytes: Buffer) => {
      stall.refresh();
      out += bytes.length;
      if (out > order.mostBytes) return end(new MediaError(TOO_LARGE));
      if (problem) return;
      try {
        const taken = order.onData(bytes);
        if (!taken) return;
        child.stdout?.pause();
        taken.then(() => child.stdout?.resume(), end);
      } catch (error) {
        end(error as Error);
      }
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stall.refresh();
      if (said.length > limits.logBytes) return;
      said += text;
      order.onSaid?.(text, endAfter);
    });
    // Kills descendants too, because they would keep the output open.
    child.on("exit", () => killAll(child));
    const over = () => {
      clearTimeout(deadline);
      clearTimeout(stall);
      unwatch();
      order.signal?.removeEventListener("abort", onAbort);
    };
    child.on("error", (error) => {
      log.warn({ err: error }, "ffmpeg could not be started");
      end(new MediaError(INTERRUPTED));
      over();
      reject(problem);
    });
    child.on("close", (code, cause) => {
      over();
      if (problem) reject(problem);
      else if (code === null) {
        log.warn({ signal: cause }, "ffmpeg has died");
        reject(new MediaError(INTERRUPTED));
      } else resolve({ code, said });
    });
    lowerPriority(child);
  });
}
