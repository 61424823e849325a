import { type ChildProcess, fork, spawn } from "node:child_process";
import { realpath, stat } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { INTERRUPTED, MediaError, TOO_LARGE, TOO_SLOW } from "./errors";
import type { Engine } from "./ffmpeg";
import { bareEnvironment, comesLast, watchMemory } from "./native";

const MB = 1024 * 1024;
/** Containers of single files. None of them names other files or addresses, as playlists do. */
const CONTAINERS =
  "mov,mp4,matroska,webm,avi,mpegts,mpeg,mpegvideo,h264,hevc,flv,asf,ogg,mp3,wav,aac,flac,amr,aiff,caf,w64,gif,mxf,3gp,dv";
/** Larger pictures than 8K are attacks or art; one of them decoded takes 50 MB and more. */
const MAX_PICTURE_PIXELS = 8192 * 4352;

export const limits = {
  /** Seconds without a sign of life. */
  stall: 60,
  /** Megabytes of memory that ffmpeg may take. */
  memory: 1_200,
  /** Megabytes that it may ask for at once. */
  block: 256,
  /** What it says; the rest is read and forgotten. */
  logBytes: 64 * 1024,
};

export type Order = {
  /** The file that is read. */
  path: string;
  /** What comes before `-i`, beside what keeps ffmpeg in its place. */
  before?: string[];
  /** What comes after `-i`; the output is added. */
  after: string[];
  /** Takes what comes out; the next waits until a promise is kept. */
  onData: (bytes: Buffer) => void | Promise<void>;
  /** Takes what it says meanwhile, in pieces; may set another time limit. */
  onSaid?: (text: string, endAfter: (seconds: number) => void) => void;
  /** Bytes that may come out. */
  mostBytes: number;
  /** After so many it is ended. */
  seconds: number;
  /** `info` also says what is in the file. */
  level?: "error" | "info";
  signal?: AbortSignal;
};

/** The arguments, to which the way of output is fitted by the engine. */
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
  // Its processor time ends it too, should this process die before it.
  const args = ["-timelimit", String(Math.ceil(order.seconds * 4)), ...words(order, order.path, "pipe:1")];
  return spawn(program, args, {
    cwd: tmpdir(),
    env: bareEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
    // In a group of its own, so that whatever it starts ends with it.
    detached: process.platform !== "win32",
  });
}

/** Ends a process with those that it has started, if it has a group of its own. */
function killAll(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has none, or none of it is left.
  }
  child.kill("SIGKILL");
}

/** The WebAssembly build. A field of a class, its path is nothing that the build would look for. */
class Builtin {
  readonly #program: string;
  readonly #watchdog: string;

  constructor(root: string) {
    this.#program = join(/* turbopackIgnore: true */ root, "lib/ai/media/child/ffmpeg.mjs");
    this.#watchdog = join(/* turbopackIgnore: true */ root, "lib/platform/intake/child/watchdog.mjs");
  }

  /** In a process that may see this file, its own code, and nothing else. */
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
 * Runs ffmpeg on a file, in a process of its own that is gone when this ends.
 * @returns how it ended, and what it said
 * @throws MediaError when a limit is reached, the process dies or `signal` fires
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
      // It has closed when its output is read to the end.
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
    // What it has started and left behind would hold its output open.
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
    comesLast(child);
  });
}
