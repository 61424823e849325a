import { EventEmitter } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/platform/log";
import { single } from "@/lib/platform/singleton";
import { UnopenedSocket } from "../unopened-socket";
import { databaseIn, requireWhole, unopened } from "./folder";
import { LONG, watch, watchOver } from "./watchdog";

type Said = Uint8Array | "ready" | "closed" | { copied: string | null };

/**
 * What postgres.js takes for a network socket, with the embedded database at
 * the other end: so one driver, one set of queries and one kind of error serve
 * both databases. There is one socket at a time, because the embedded database
 * has one connection.
 */
class EmbeddedSocket extends EventEmitter {
  readyState: "open" | "closed" = "open";
  private isGreeted = false;

  constructor(
    private readonly worker: Worker,
    inWork: Int32Array,
  ) {
    super();
    const stopWatching = watchOver(inWork, () => {
      log.error("a query on the embedded database did not end; the database is being reopened");
      this.destroy();
    });
    worker.on("message", (answer: Said) => {
      if (answer === "closed") void worker.terminate();
      else if (answer instanceof Uint8Array)
        this.emit("data", Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
      else if (typeof answer !== "string") this.emit("copied", answer.copied);
    });
    worker.on("exit", () => {
      stopWatching();
      this.readyState = "closed";
      this.emit("close", false);
    });
  }

  write(bytes: Uint8Array): boolean {
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
  return opening.catch((error) => new UnopenedSocket(unopened(dataDir, error)));
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
  requireWhole(dataDir);
  const inWork = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  return new Promise((resolve, reject) => {
    // The builds that need it have no database of their own: it is nothing to pack with them.
    const program = join(/* turbopackIgnore: true */ process.cwd(), "db", "embedded", "worker.mjs");
    const worker = new Worker(/* turbopackIgnore: true */ program, {
      workerData: { directory: databaseIn(dataDir), inWork: inWork.buffer, long: LONG },
      resourceLimits: { stackSizeMb: 32 },
    });
    const late = setTimeout(() => void worker.terminate(), watch().longest.work);
    let fault = new Error("The thread of the embedded database ended.");
    worker.once("message", () => {
      clearTimeout(late);
      resolve(new EmbeddedSocket(worker, inWork));
    });
    worker.on("error", (error: Error) => {
      log.error({ err: error }, "the embedded database stopped");
      fault = error;
    });
    // Not before: two threads must never have the same files open.
    worker.once("exit", () => {
      clearTimeout(late);
      reject(fault);
    });
  });
}
