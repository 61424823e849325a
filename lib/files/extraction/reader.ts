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
import { attachable, findDocumentType } from "./document-types";

/** Reports why no text could be extracted. `message` is shown to users. */
export class ExtractionError extends Error {
  override readonly name = "ExtractionError";
}

export type Job = {
  /** Owner of the file. A process that has read one owner's file never reads another owner's. */
  owner: string;
  mimeType: string;
  open: () => Promise<Readable>;
  /** OCR languages as Tesseract names them (empty: all that are installed), and the single page to read as an image. */
  how?: How;
};
/**
 * Extracted text. `parts` holds offsets of pages or sheets in UTF-16 units; `scans` the pages that are images of
 * text, which `text` lacks; `note` says what was not read and why.
 */
export type ExtractedText = {
  text: string;
  parts: StoredPart[];
  pages: number | null;
  scans: number[];
  note: string | null;
};
export type ReadOptions = {
  signal?: AbortSignal;
  /** @param percent from 0 to 100 */
  onProgress?: (percent: number) => void;
};
type ExtractionAnswer = Omit<ExtractedText, "text">;
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
type ChildMessage = { id: number } & (
  | { progress: number }
  | { slow: true }
  | { problem: string }
  | ExtractionAnswer
);

const MB = 1024 * 1024;
// Limits of processor time in seconds, plus `perMb` for each MB of the file. Large files need about a tenth of this.
const SECONDS = { text: 30, pictures: 90, perMb: 2 };
// Wall-clock seconds per second of the limit of processor time, after which the process is checked for a stall.
const CLOCK_FACTOR = 20;
// Share of a processor below which a process counts as stalled. A working process gets more even on a busy machine.
const MIN_SHARE = 0.01;
const HEAP_MB = 256;
// The child is replaced after this many files because parsers leak memory.
const MAX_FILES_PER_CHILD = 100;
const REST_MS = 60_000;
// Niceness of the child, so that requests of users run first.
const NICE = 5;

// Types whose reading (including attachments) needs native addons. No other child may load addons, because the
// permission model doesn't confine native code.
const HAS_PICTURES = /^image\/|^application\/(pdf|vnd\.ms-outlook)$|^message\//;

const SHARED_CODE = ["lib/platform/encoding", "lib/platform/html", "lib/platform/intake/child"];

const TOO_SLOW = "This file couldn't be read: it took too long.";
const TOO_LARGE = "This file could not be read: it needs too much memory.";
const UNREAD = "This file could not be read: its type isn't supported.";
const INTERRUPTED = "Reading this file was interrupted. Try again.";

function getReader(mimeType: string): { reader: ReaderName; language?: string } {
  const { text, language } = findDocumentType(mimeType) ?? {};
  if (!text || text === "unpacked" || text === "transcript") throw new ExtractionError(UNREAD);
  return { reader: text, language };
}

/**
 * Runs `child/` in a separate process, which starts with the first file and reads files sequentially. It is replaced
 * when a file exceeds a limit or belongs to another owner. Malicious files can neither crash the application nor read
 * other files.
 */
export class ExtractionProcess {
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
   * @param root directory of the application, where the child's program is located by path because it is not bundled
   */
  constructor(
    { clockFactor = CLOCK_FACTOR, ...seconds }: Partial<typeof SECONDS & { clockFactor: number }> = {},
    root = process.cwd(),
  ) {
    this.#seconds = { ...SECONDS, ...seconds };
    this.#clockFactor = clockFactor;
    this.#root = root;
    this.#program = join(/* turbopackIgnore: true */ root, "lib/files/extraction/child/main.mjs");
  }

  get pid(): number | undefined {
    return this.#child?.process.pid;
  }

  get owner(): string | undefined {
    return this.#child?.owner;
  }

  read(job: Job, hear: ReadOptions = {}): Promise<ExtractedText> {
    const reading = this.#last.then(() => this.#read(job, hear));
    this.#last = reading.catch(() => {});
    return reading;
  }

  end(): void {
    clearTimeout(this.#rest);
    this.#child?.process.kill("SIGKILL");
    this.#child?.scratch.remove();
    this.#child = undefined;
  }

  async #read(job: Job, hear: ReadOptions): Promise<ExtractedText> {
    if (hear.signal?.aborted) throw new ExtractionError(INTERRUPTED);
    const reader = getReader(job.mimeType);
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

  #limits(mimeType: string, size: number): CpuSeconds {
    const { text, pictures, perMb } = this.#seconds;
    const picture = pictures + (size / MB) * perMb;
    return { text: mimeType.startsWith("image/") ? picture : text + (size / MB) * perMb, picture };
  }

  #ask(
    child: ChildProcess,
    order: Order,
    mimeType: string,
    { signal, onProgress }: ReadOptions,
  ): Promise<ExtractionAnswer> {
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
      const onMessage = (message: ChildMessage) => {
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
        // V8 aborts (SIGABRT, or exit code 134) when its heap is full. The watchdog sends SIGXCPU for processor time
        // and SIGABRT for memory.
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

  /** Lets the application exit while the child is idle, and kills the child after a while to free memory. */
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
      this.#files < MAX_FILES_PER_CHILD &&
      this.#child.owner === owner &&
      (this.#child.seesPictures || !hasPictures);
    if (this.#child && !isFit) this.end();
    this.#child ??= this.#start(owner, hasPictures);
    this.#files++;
    this.#child.process.ref();
    this.#child.process.channel?.ref();
    return this.#child;
  }

  /** Grants read access to the child's own code and its scratch directory only: no other files, settings or keys. */
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
      // Attachments of mails are written here before they are read.
      dirname(scratch.into),
    ];
    return [
      "--permission",
      ...seen.map((path) => `--allow-fs-read=${absolute(path)}`),
      `--allow-fs-write=${dirname(scratch.into)}`,
      // Needed to start the watchdog. The child drops both permissions before it reads.
      "--allow-worker",
      ...(seesPictures ? ["--allow-addons"] : []),
      // SQLite bypasses the permission model when it opens files.
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
    // Without a listener, failures to start or write to the child would crash the application.
    child.on("error", (error) => log.warn({ err: error }, "the process that reads files failed"));
    child.once("exit", () => {
      if (this.#child?.process === child) this.end();
    });
    try {
      if (child.pid !== undefined) setPriority(child.pid, NICE);
    } catch {
      // Some systems forbid setting priorities; the child works without it.
    }
    return { process: child, scratch, owner, seesPictures };
  }
}
