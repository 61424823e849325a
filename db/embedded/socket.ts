import { EventEmitter } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import { assertDatabaseIntact, getDatabaseFolder, toDatabaseOpenError } from "./folder";
import { LONG_STATEMENT_MARKER, startWatchdog, watch } from "./watchdog";

type ServerEvent = Uint8Array | "ready" | "closed" | { copied: string | null };

// A socket for postgres.js that is connected to the embedded database, so that both databases share the driver,
// queries and errors. There is one socket at a time, because the embedded database has one connection.
class EmbeddedSocket extends EventEmitter {
  readyState: "open" | "closed" = "open";
  constructor(
    private readonly worker: Worker,
    inWork: Int32Array,
  ) {
    super();
    const stopWatching = startWatchdog(inWork, () => {
      log.error("a query on the embedded database did not end; the database is being reopened");
      this.destroy();
    });
    worker.on("message", (answer: ServerEvent) => {
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
    this.worker.postMessage(bytes);
    return true;
  }

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

export const opened = createOnce<{ socket?: Promise<EmbeddedSocket> }>(() => ({}));

/** @throws DatabaseOpenError when the database's files are damaged or the disk is full */
export async function openEmbedded(dataDir: string): Promise<EmbeddedSocket> {
  const opening = (opened().socket ?? Promise.resolve(undefined))
    .catch(() => undefined)
    .then(async (earlier) => {
      if (earlier && earlier.readyState === "open") {
        throw new Error("The embedded database has one connection, and it is open already.");
      }
      return start(dataDir);
    });
  opened().socket = opening;
  return opening.catch((error) => {
    throw toDatabaseOpenError(dataDir, error);
  });
}

/**
 * Copies the open database into a new directory as a consistent snapshot of committed data. One copy at a time.
 * @throws when the database is not open or the disk is full
 */
export async function copyEmbedded(folder: string): Promise<void> {
  const socket = await opened().socket;
  if (socket?.readyState !== "open") throw new Error("The database is not open.");
  await socket.copyTo(folder);
}

function start(dataDir: string): Promise<EmbeddedSocket> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  assertDatabaseIntact(dataDir);
  const inWork = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  return new Promise((resolve, reject) => {
    // Serverless builds don't use the embedded database, so the worker need not be bundled.
    const program = join(/* turbopackIgnore: true */ process.cwd(), "db", "embedded", "worker.mjs");
    const worker = new Worker(/* turbopackIgnore: true */ program, {
      workerData: {
        directory: getDatabaseFolder(dataDir),
        inWork: inWork.buffer,
        long: LONG_STATEMENT_MARKER,
      },
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
    // Rejects only after the thread has exited: two threads must never have the same files open.
    worker.once("exit", () => {
      clearTimeout(late);
      reject(fault);
    });
  });
}
