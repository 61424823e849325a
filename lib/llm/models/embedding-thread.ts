import { Worker } from "node:worker_threads";

type EmbeddingAnswer = { id: number; vectors?: Float32Array[]; error?: string };
type Job = { resolve: (vectors: Float32Array[]) => void; reject: (error: Error) => void };

/** Runs an embedding model in a worker thread, which starts with the first text and restarts after a crash. */
export class EmbeddingThread {
  #worker: Worker | undefined;
  readonly #jobs = new Map<number, Job>();
  #lastId = 0;

  constructor(
    readonly file: string,
    readonly data?: unknown,
  ) {}

  run(texts: string[]): Promise<Float32Array[]> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#jobs.set(id, { resolve, reject });
      this.#worker ??= this.#start();
      // Only a busy thread keeps the process alive.
      this.#worker.ref();
      this.#worker.postMessage({ id, texts });
    });
  }

  #start(): Worker {
    const worker = new Worker(this.file, { env: {}, execArgv: [], workerData: this.data });
    worker.on("message", ({ id, vectors, error }: EmbeddingAnswer) => {
      const job = this.#jobs.get(id);
      this.#jobs.delete(id);
      if (this.#jobs.size === 0) worker.unref();
      if (vectors) job?.resolve(vectors);
      else job?.reject(new Error(`The embedding model failed: ${error}`));
    });
    worker.on("error", (error) => this.#crashed(worker, error));
    worker.on("exit", () => this.#crashed(worker, new Error("The embedding thread ended.")));
    return worker;
  }

  #crashed(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#jobs.values()) reject(new Error("The embedding model failed.", { cause }));
    this.#jobs.clear();
  }
}
