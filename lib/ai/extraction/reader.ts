import { type ChildProcess, fork } from "node:child_process";
import { realpathSync } from "node:fs";
import { setPriority } from "node:os";
import { resolve as absolute, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { StoredPart } from "@/db/schema/documents";
import { config } from "@/lib/platform/config";
import { readProcessorTime } from "@/lib/platform/intake/processor-time";
import { ScratchDirectory } from "@/lib/platform/intake/scratch-directory";
import { log } from "@/lib/platform/log";
import type { How, ReaderName } from "./child/readers.mjs";
import { attachable, documentType } from "./document-types";

/** Why a file has no text. `message` is a sentence for a person. */
export class ExtractionError extends Error {
  override readonly name = "ExtractionError";
}

/** What is to be read. */
export type Job = {
  /** Whose file it is: a process that has read files of one owner reads none of another. */
  owner: string;
  mimeType: string;
  open: () => Promise<Readable>;
  /** Languages of text in pictures, as Tesseract calls them, or none for all that are installed; and the only page of it to read, as a picture. */
  how?: How;
};
/**
 * `parts`: where pages or sheets begin, in UTF-16 units of the text. `scans`: the pages that are pictures
 * of text, which are not in it. `note`: what was not read, and why.
 */
export type Found = {
  text: string;
  parts: StoredPart[];
  pages: number | null;
  scans: number[];
  note: string | null;
};
export type Hear = {
  /** Ends the reading, which then fails. */
  signal?: AbortSignal;
  /** @param percent from 0 to 100 */
  onProgress?: (percent: number) => void;
};
type Answer = Omit<Found, "text">;
/** Of processor time: for all of a file until a picture is read, and for each picture. */
type CpuSeconds = { text: number; picture: number };
type Order = {
  id: number;
  path: string;
  into: string;
  reader: ReaderName;
  attachable: typeof attachable;
  how: How;
  cpuSeconds: CpuSeconds;
};
type Message = { id: number } & ({ progress: number } | { slow: true } | { problem: string } | Answer);

const MB = 1024 * 1024;
/** Of processor time, for a file without size and for each MB of it: ten times what large files take. */
const SECONDS = { text: 30, pictures: 90, perMb: 2 };
/** On the clock, for each second of processor time: how long a process may stand still. */
const CLOCK_FACTOR = 20;
/** Of a processor. With less a process stands still; on a busy machine one that works has more. */
const MIN_SHARE = 0.01;
/** Megabytes that V8 may take in the child. */
const HEAP_MB = 256;
/** After so many files a new child takes over: parsers keep memory. */
const MOST_FILES = 100;
/** A child that has nothing to do for so long is ended. */
const REST_MS = 60_000;
/** Whoever waits for a page comes first. */
const NICE = 5;

/** What reading these and what is attached to them needs, machine code, is given to no other child: it is not held by what a process may not do. */
const HAS_PICTURES = /^image\/|^application\/(pdf|vnd\.ms-outlook)$|^message\//;

/** Code of the child that other programs use too. */
const SHARED_CODE = ["lib/platform/encoding", "lib/platform/html", "lib/platform/intake/child"];

const TOO_SLOW = "This file couldn't be read: it took too long.";
const TOO_LARGE = "This file could not be read: it needs too much memory.";
const UNREAD = "This file could not be read: its type isn't supported.";
const INTERRUPTED = "Reading this file was interrupted. Try again.";

/** @throws ExtractionError for what cannot be added, or has its text from elsewhere */
function readerOf(mimeType: string): { reader: ReaderName; language?: string } {
  const { text, language } = documentType(mimeType) ?? {};
  if (!text || text === "unpacked" || text === "transcript") throw new ExtractionError(UNREAD);
  return { reader: text, language };
}

/**
 * The program of `child/` in a process of its own, which starts with the first
 * file, reads one after the other, and is replaced when one of them is too
 * much for it, or is another owner's. Whatever a file does to it, the
 * application goes on, and of other files it sees none.
 */
export class Reader {
  #child:
    | { process: ChildProcess; scratch: ScratchDirectory; owner: string; seesPictures: boolean }
    | undefined;
  #files = 0;
  #lastId = 0;
  #last: Promise<unknown> = Promise.resolve();
  #rest: NodeJS.Timeout | undefined;
  readonly #seconds: typeof SECONDS;
  readonly #clockFactor: number;
  readonly #root: string;
  readonly #program: string;

  /**
   * @param seconds other limits, for tests
   * @param root where the application is: the child's program is found by path, since the app is bundled and it is not
   */
  constructor(
    { clockFactor = CLOCK_FACTOR, ...seconds }: Partial<typeof SECONDS & { clockFactor: number }> = {},
    root = process.cwd(),
  ) {
    this.#seconds = { ...SECONDS, ...seconds };
    this.#clockFactor = clockFactor;
    this.#root = root;
    this.#program = join(/* turbopackIgnore: true */ root, "lib/ai/extraction/child/main.mjs");
  }

  /** The process that reads; undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.process.pid;
  }

  /** Whose files that process has read. */
  get owner(): string | undefined {
    return this.#child?.owner;
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
    this.#child?.process.kill("SIGKILL");
    this.#child?.scratch.remove();
    this.#child = undefined;
  }

  async #read(job: Job, hear: Hear): Promise<Found> {
    if (hear.signal?.aborted) throw new ExtractionError(INTERRUPTED);
    const reader = readerOf(job.mimeType);
    clearTimeout(this.#rest);
    const { process: child, scratch } = this.#current(job);
    try {
      const size = await scratch.put(await job.open());
      const { path, into } = scratch;
      const how = job.how ?? { languages: [] };
      const cpuSeconds = this.#limits(job.mimeType, size);
      const order = { id: ++this.#lastId, path, into, ...reader, attachable, how, cpuSeconds };
      const found = await this.#ask(child, order, job.mimeType, hear);
      return { ...found, text: await scratch.text() };
    } finally {
      await scratch.clear();
      this.#restLater();
    }
  }

  /** @param size in bytes */
  #limits(mimeType: string, size: number): CpuSeconds {
    const { text, pictures, perMb } = this.#seconds;
    const picture = pictures + (size / MB) * perMb;
    return { text: mimeType.startsWith("image/") ? picture : text + (size / MB) * perMb, picture };
  }

  #ask(child: ChildProcess, order: Order, mimeType: string, { signal, onProgress }: Hear): Promise<Answer> {
    const { id, cpuSeconds } = order;
    return new Promise((resolve, reject) => {
      const give = (problem: string) => {
        this.end();
        done(() => reject(new ExtractionError(problem)));
      };
      let timer: NodeJS.Timeout;
      const limit = (seconds: number) => {
        const clock = seconds * this.#clockFactor;
        const before = readProcessorTime(child.pid!);
        timer = setTimeout(() => {
          const used = (readProcessorTime(child.pid!) ?? 0) - (before ?? 0);
          if (used > clock * MIN_SHARE) limit(seconds);
          else give(TOO_SLOW);
        }, clock * 1000);
      };
      limit(cpuSeconds.text);
      const onMessage = (message: Message) => {
        if (message.id !== id) return;
        if ("progress" in message) onProgress?.(message.progress);
        else if ("slow" in message) {
          clearTimeout(timer);
          limit(cpuSeconds.picture);
        } else if ("problem" in message) done(() => reject(new ExtractionError(message.problem)));
        else {
          const { parts, pages, scans, note } = message;
          done(() => resolve({ parts, pages, scans, note }));
        }
      };
      const onExit = (code: number | null, cause: string | null) => {
        log.warn({ code, signal: cause, mimeType }, "the process that reads files has ended");
        // V8 aborts when its memory is full, and so does the watchdog, which names the limit by its signal.
        if (cause === "SIGXCPU") give(TOO_SLOW);
        else give(cause === "SIGABRT" || code === 134 ? TOO_LARGE : INTERRUPTED);
      };
      const onAbort = () => give(INTERRUPTED);
      const done = (settle: () => void) => {
        clearTimeout(timer);
        child.off("message", onMessage).off("exit", onExit).off("error", onAbort);
        signal?.removeEventListener("abort", onAbort);
        settle();
      };
      child.on("message", onMessage).on("exit", onExit).on("error", onAbort);
      signal?.addEventListener("abort", onAbort);
      if (signal?.aborted) return onAbort();
      child.send(order);
    });
  }

  /** A child at rest keeps neither the application alive nor its memory for long. */
  #restLater() {
    const child = this.#child?.process;
    child?.unref();
    child?.channel?.unref();
    this.#rest = setTimeout(() => this.end(), REST_MS).unref();
  }

  #current({ owner, mimeType }: Job) {
    const hasPictures = HAS_PICTURES.test(mimeType);
    const isFit =
      this.#child?.process.connected &&
      this.#files < MOST_FILES &&
      this.#child.owner === owner &&
      (this.#child.seesPictures || !hasPictures);
    if (this.#child && !isFit) this.end();
    this.#child ??= this.#start(owner, hasPictures);
    this.#files++;
    this.#child.process.ref();
    this.#child.process.channel?.ref();
    return this.#child;
  }

  /** It may read its own code and its scratch directory: no other file, setting or key. */
  #permissions(scratch: ScratchDirectory, seesPictures: boolean): string[] {
    const packages = join(/* turbopackIgnore: true */ this.#root, "node_modules");
    const { TESSDATA_PREFIX: languages } = config();
    const seen = [
      dirname(this.#program),
      ...SHARED_CODE.map((directory) => join(/* turbopackIgnore: true */ this.#root, directory)),
      packages,
      realpathSync(packages),
      join(/* turbopackIgnore: true */ this.#root, "package.json"),
      dirname(scratch.path),
      ...(seesPictures && languages ? [languages] : []),
      // For what is attached to a mail, which is put there to be read.
      dirname(scratch.into),
    ];
    return [
      "--permission",
      ...seen.map((path) => `--allow-fs-read=${absolute(path)}`),
      `--allow-fs-write=${dirname(scratch.into)}`,
      // For the watchdog; it gives both up before it reads.
      "--allow-worker",
      ...(seesPictures ? ["--allow-addons"] : []),
      // SQLite opens files without asking what the process may.
      ...["--no-experimental-sqlite"].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag)),
    ];
  }

  #start(owner: string, seesPictures: boolean) {
    this.#files = 0;
    const scratch = new ScratchDirectory();
    const { TESSDATA_PREFIX: languages } = config();
    const child = fork(this.#program, [], {
      env: { NODE_ENV: "production", ...(languages && { TESSDATA_PREFIX: languages }) },
      execArgv: [`--max-old-space-size=${HEAP_MB}`, ...this.#permissions(scratch, seesPictures)],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // Without a listener, a child that could not start or be written to would end the application.
    child.on("error", (error) => log.warn({ err: error }, "the process that reads files failed"));
    child.once("exit", () => {
      if (this.#child?.process === child) this.end();
    });
    try {
      if (child.pid !== undefined) setPriority(child.pid, NICE);
    } catch {
      // Not every system allows it; it reads as well.
    }
    return { process: child, scratch, owner, seesPictures };
  }
}
