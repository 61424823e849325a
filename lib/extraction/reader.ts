import { type ChildProcess, fork } from "node:child_process";
import { realpathSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { resolve as absolute, dirname, join } from "node:path";
import type { StoredPart } from "@/db/schema/documents";
import { log } from "@/lib/log";

/** Why a file has no text. `message` is a sentence for a person. */
export class ExtractionError extends Error {
  override readonly name = "ExtractionError";
}

/** How the folders begin into which texts are written. */
export const OUTPUT = join(tmpdir(), "parley-reading-");
/** What is to be read: a file of this machine, and where its text is to be written, in a folder that begins with `OUTPUT`. */
export type Job = { path: string; into: string; mimeType: string; size: number };
export type Found = { parts: StoredPart[]; pages: number | null };
export type Hear = {
  /** Ends the reading, which then fails. */
  signal?: AbortSignal;
  /** @param percent from 0 to 100 */
  onProgress?: (percent: number) => void;
};
type Message = { id: number } & ({ progress: number } | { slow: true } | { problem: string } | Found);

const MB = 1024 * 1024;
/** For a file without size, in seconds, and for each MB of it: ten times what large files take on a machine that does nothing else. */
const SECONDS = { text: 30, pictures: 90, perMb: 2 };
/** Megabytes that V8 may take in the child. */
const HEAP_MB = 256;
/** After so many files a new child takes over: parsers keep memory. */
const MOST_FILES = 100;
/** A child that has nothing to do for so long is ended. */
const REST_MS = 60_000;
/** Whoever waits for a page comes first. */
const NICE = 5;

const TOO_SLOW = "This file could not be read: it took too long.";
const TOO_LARGE = "This file could not be read: it needs too much memory.";
const INTERRUPTED = "Reading this file was interrupted. Try it again.";

/**
 * The program of `child/` in a process of its own, which starts with the first
 * file, reads one after the other, and is replaced when one of them is too
 * much for it. Whatever a file does to it, the application goes on.
 */
export class Reader {
  #child: ChildProcess | undefined;
  #files = 0;
  #lastId = 0;
  #last: Promise<unknown> = Promise.resolve();
  #rest: NodeJS.Timeout | undefined;
  readonly #seconds: typeof SECONDS;
  readonly #root: string;
  readonly #program: string;
  readonly #folders: string[];

  /**
   * @param folders the only ones whose files are read
   * @param seconds other limits, for tests
   * @param root where the application is: the child's program is found by path, since the app is bundled and it is not
   */
  constructor(folders: string[], seconds: Partial<typeof SECONDS> = {}, root = process.cwd()) {
    this.#folders = folders;
    this.#seconds = { ...SECONDS, ...seconds };
    this.#root = root;
    this.#program = join(/* turbopackIgnore: true */ root, "lib/extraction/child/main.mjs");
  }

  /** The process that reads; undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Reads a file when those before it are read. @throws ExtractionError */
  read(job: Job, hear: Hear = {}): Promise<Found> {
    const reading = this.#last.then(() => this.#read(job, hear));
    this.#last = reading.catch(() => {});
    return reading;
  }

  /** Ends the child, and with it what it reads. */
  end(): void {
    clearTimeout(this.#rest);
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  #read(job: Job, { signal, onProgress }: Hear): Promise<Found> {
    if (signal?.aborted) return Promise.reject(new ExtractionError(INTERRUPTED));
    clearTimeout(this.#rest);
    const child = this.#current();
    const id = ++this.#lastId;
    return new Promise<Found>((resolve, reject) => {
      const give = (problem: string) => {
        this.end();
        done(() => reject(new ExtractionError(problem)));
      };
      const limit = (seconds: number) =>
        setTimeout(() => give(TOO_SLOW), (seconds + (job.size / MB) * this.#seconds.perMb) * 1000);
      let timer = limit(job.mimeType.startsWith("image/") ? this.#seconds.pictures : this.#seconds.text);
      const onMessage = (message: Message) => {
        if (message.id !== id) return;
        if ("progress" in message) onProgress?.(message.progress);
        else if ("slow" in message) {
          clearTimeout(timer);
          timer = limit(this.#seconds.pictures);
        } else if ("problem" in message) done(() => reject(new ExtractionError(message.problem)));
        else done(() => resolve({ parts: message.parts, pages: message.pages }));
      };
      const onExit = (code: number | null, cause: string | null) => {
        log.warn({ code, signal: cause, mimeType: job.mimeType }, "the process that reads files has ended");
        // V8 aborts when its memory is full, and so does the watchdog.
        give(cause === "SIGABRT" || code === 134 ? TOO_LARGE : INTERRUPTED);
      };
      const onAbort = () => give(INTERRUPTED);
      const done = (settle: () => void) => {
        clearTimeout(timer);
        child.off("message", onMessage).off("exit", onExit).off("error", onAbort);
        signal?.removeEventListener("abort", onAbort);
        this.#restLater();
        settle();
      };
      child.on("message", onMessage).on("exit", onExit).on("error", onAbort);
      signal?.addEventListener("abort", onAbort);
      child.send({ id, path: absolute(job.path), into: job.into, mimeType: job.mimeType });
    });
  }

  /** A child at rest keeps neither the application alive nor its memory for long. */
  #restLater() {
    this.#child?.unref();
    this.#child?.channel?.unref();
    this.#rest = setTimeout(() => this.end(), REST_MS).unref();
  }

  #current(): ChildProcess {
    if (this.#child && (this.#files >= MOST_FILES || !this.#child.connected)) this.end();
    this.#child ??= this.#start();
    this.#files++;
    this.#child.ref();
    this.#child.channel?.ref();
    return this.#child;
  }

  /** It may see its own code and what it is asked to read: neither the database nor a setting or key. */
  #permissions(): string[] {
    const packages = realpathSync(join(/* turbopackIgnore: true */ this.#root, "node_modules"));
    const seen = [
      dirname(this.#program),
      packages,
      join(/* turbopackIgnore: true */ this.#root, "package.json"),
      ...this.#folders,
    ];
    return [
      "--permission",
      ...seen.map((path) => `--allow-fs-read=${absolute(path)}`),
      `--allow-fs-write=${OUTPUT}*`,
      // For sharp and tesseract.js; other processes it may not start.
      "--allow-addons",
      "--allow-worker",
    ];
  }

  #start(): ChildProcess {
    this.#files = 0;
    const child = fork(this.#program, [], {
      env: { NODE_ENV: "production" },
      execArgv: [`--max-old-space-size=${HEAP_MB}`, ...this.#permissions()],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // Without a listener, a child that could not start or be written to would end the application.
    child.on("error", (error) => log.warn({ err: error }, "the process that reads files failed"));
    try {
      if (child.pid !== undefined) setPriority(child.pid, NICE);
    } catch {
      // Not every system allows it; it reads as well.
    }
    return child;
  }
}
