import { EventEmitter } from "node:events";
import { mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/log";
import { single } from "@/lib/singleton";
import { UnopenedSocket } from "../unopened-socket";

/** A query that takes longer than this is ended, with the thread it runs in. */
const LONGEST_QUERY_MS = 10_000;
/** As much while something is done `patiently`. */
const LONGEST_WORK_MS = 600_000;

type Said = Uint8Array | "ready" | "closed" | "copying" | { copied: string | null };

/**
 * What postgres.js takes for a network socket, with the embedded database at
 * the other end: so one driver, one set of queries and one kind of error serve
 * both databases. There is one socket at a time, because the embedded database
 * has one connection.
 */
class EmbeddedSocket extends EventEmitter {
  readyState: "open" | "closed" = "open";
  /** When each message that is not answered yet was sent, oldest first. */
  private readonly waiting: number[] = [];
  private readonly watchdog: NodeJS.Timeout;
  private isCopying = false;
  /** Queries that may take their time. */
  private lengthy = 0;
  private isGreeted = false;

  constructor(private readonly worker: Worker) {
    super();
    worker.on("message", (answer: Said) => {
      if (answer === "closed") void worker.terminate();
      else if (answer === "copying") this.isCopying = true;
      else if (answer instanceof Uint8Array) {
        this.waiting.shift();
        this.emit("data", Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
      } else if (typeof answer !== "string") {
        this.isCopying = false;
        // What came meanwhile begins only now.
        this.waiting.fill(performance.now());
        this.emit("copied", answer.copied);
      }
    });
    worker.on("exit", () => {
      clearInterval(this.watchdog);
      this.readyState = "closed";
      this.emit("close", false);
    });
    this.watchdog = setInterval(() => {
      const oldest = this.waiting[0];
      const longest = this.lengthy > 0 ? LONGEST_WORK_MS : LONGEST_QUERY_MS;
      if (this.isCopying || oldest === undefined || performance.now() - oldest < longest) return;
      log.error("a query on the embedded database did not end; the database is being reopened");
      this.destroy();
    }, 500);
    this.watchdog.unref();
  }

  write(bytes: Uint8Array): boolean {
    this.waiting.push(performance.now());
    this.worker.postMessage(this.isGreeted ? bytes : fromStartup(bytes));
    this.isGreeted = true;
    return true;
  }

  /** Copies the database into a new folder; what is asked meanwhile waits. */
  copyTo(folder: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const failed = () => reject(new Error("The database was closed."));
      this.once("close", failed);
      this.once("copied", (fault: string | null) => {
        this.off("close", failed);
        if (fault === null) resolve();
        else reject(new Error(fault));
      });
      this.worker.postMessage({ copyTo: folder });
    });
  }

  async patiently<T>(work: () => Promise<T>): Promise<T> {
    this.lengthy += 1;
    try {
      return await work();
    } finally {
      this.lengthy -= 1;
      this.waiting.fill(performance.now());
    }
  }

  end(): void {
    this.worker.postMessage("close");
  }

  destroy(): void {
    void this.worker.terminate();
  }
}

const PROTOCOL = 3 << 16;

/** The startup message, which says its own length, without what postgres.js has left from a connection that was lost. */
function fromStartup(bytes: Uint8Array): Uint8Array {
  const { buffer, byteOffset, byteLength } = bytes;
  const view = new DataView(buffer, byteOffset, byteLength);
  for (let at = 0; at + 8 <= byteLength; at++)
    if (view.getInt32(at) === byteLength - at && view.getInt32(at + 4) === PROTOCOL)
      return bytes.subarray(at);
  return bytes;
}

const current = () => single<{ socket?: Promise<EmbeddedSocket> }>("embedded", () => ({}));

/**
 * Opens the database under `dataDir`, made on first use. After a crash of its
 * thread it opens anew. When it does not open the answer is a socket that says so.
 */
export function openEmbedded(dataDir: string): Promise<EmbeddedSocket | UnopenedSocket> {
  const opening = (current().socket ?? Promise.resolve(undefined))
    .catch(() => undefined)
    .then(async (earlier) => {
      if (earlier && earlier.readyState === "open") {
        throw new Error("The embedded database has one connection, and it is open already.");
      }
      return start(dataDir);
    });
  current().socket = opening;
  return opening.catch((error) => new UnopenedSocket(faultOf(error, dataDir)));
}

/** Does what may take longer than a query has, such as making an index; what is asked meanwhile waits and is not ended. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const socket = await current().socket?.catch(() => undefined);
  return socket ? socket.patiently(work) : work();
}

/** Less than this is not enough to open: the log alone grows by 16 MB at a time. */
const LEAST_ROOM = 32 * 1024 * 1024;

function faultOf(error: unknown, dataDir: string): Error {
  const { bavail, bsize } = statfsSync(dataDir);
  const code = bavail * bsize < LEAST_ROOM ? "ENOSPC" : "CONNECTION_CLOSED";
  return Object.assign(new Error("The embedded database does not open.", { cause: error }), { code });
}

/**
 * Copies the open database into a new folder, as of one moment: all that was
 * committed before, nothing of what was not. One copy at a time.
 * @throws when it is not open, or there is no room.
 */
export async function copyEmbedded(folder: string): Promise<void> {
  const socket = await current().socket;
  if (socket?.readyState !== "open") throw new Error("The database is not open.");
  await socket.copyTo(folder);
}

function start(dataDir: string): Promise<EmbeddedSocket> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return new Promise((resolve, reject) => {
    // The builds that need it have no database of their own: it is nothing to pack with them.
    const program = join(/* turbopackIgnore: true */ process.cwd(), "db", "embedded", "worker.mjs");
    const worker = new Worker(/* turbopackIgnore: true */ program, {
      workerData: { directory: join(dataDir, "database") },
      resourceLimits: { stackSizeMb: 32 },
    });
    worker.once("message", () => resolve(new EmbeddedSocket(worker)));
    worker.once("exit", () => reject(new Error("The thread of the embedded database ended.")));
    worker.once("error", (error) => {
      log.error({ err: error }, "the embedded database stopped");
      reject(error);
    });
  });
}
