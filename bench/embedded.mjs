// postgres.js on the embedded database, accessed as by the product but without its checks: for the baseline and for
// seeding.
import { EventEmitter } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import postgres from "postgres";

class WorkerSocket extends EventEmitter {
  readyState = "open";

  constructor(worker) {
    super();
    this.worker = worker;
    worker.on("message", (answer) => {
      if (answer === "closed") void worker.terminate();
      else if (typeof answer !== "string") {
        this.emit("data", Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
      }
    });
    worker.on("exit", () => {
      this.readyState = "closed";
      this.emit("close", false);
    });
  }

  write(bytes) {
    this.worker.postMessage(bytes);
    return true;
  }

  end() {
    this.worker.postMessage("close");
  }

  destroy() {
    void this.worker.terminate();
  }
}

function openSocket(dataDir) {
  mkdirSync(dataDir, { recursive: true });
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("../db/embedded/worker.mjs", import.meta.url), {
      // `inWork` and `long` are for the product's watchdog, which is not used here.
      workerData: { directory: join(dataDir, "database"), inWork: new SharedArrayBuffer(8), long: "" },
      resourceLimits: { stackSizeMb: 32 },
    });
    worker.once("message", () => resolve(new WorkerSocket(worker)));
    worker.once("error", reject);
  });
}

const shared = { onnotice: () => {}, fetch_types: false };

/** Opens PostgreSQL at `databaseUrl`, else the embedded database under `dataDir`. */
export const openDatabase = ({ databaseUrl, dataDir }) =>
  databaseUrl
    ? postgres(databaseUrl, { ...shared, max: 10 })
    : postgres({
        ...shared,
        max: 1,
        user: "postgres",
        database: "postgres",
        socket: () => openSocket(dataDir),
      });
