import { Worker } from "node:worker_threads";

type EmbeddingAnswer = { vectors?: Float32Array[]; error?: string };
type Job = { texts: string[]; resolve: (vectors: Float32Array[]) => void; reject: (error: Error) => void };

// After this many questions a waiting job runs, so that an API client that embeds thousands of questions doesn't block
// it.
const MAX_QUESTIONS_IN_A_ROW = 8;

/** Runs an embedding model in a worker thread, which starts with the first text and restarts after a crash. */
export class EmbeddingThread {
  #worker: Worker | undefined;
  // The thread has one job at a time, so a question waits for at most one.
  #job: Job | undefined;
  readonly #questions: Job[] = [];
  readonly #waiting: Job[] = [];
  #questionsInARow = 0;

  constructor(
    readonly file: string,
    readonly data?: unknown,
  ) {}

  /** @param how `isQuestion` runs the job before other waiting jobs, up to `MAX_QUESTIONS_IN_A_ROW` in a row */
  run(texts: string[], { isQuestion = false } = {}): Promise<Float32Array[]> {
    return new Promise((resolve, reject) => {
      (isQuestion ? this.#questions : this.#waiting).push({ texts, resolve, reject });
      if (!this.#job) this.#postNext();
    });
  }

  #postNext(): void {
    this.#job = this.#takeNext();
    // Only a busy thread keeps the process alive.
    if (!this.#job) return void this.#worker?.unref();
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage({ texts: this.#job.texts });
  }

  #takeNext(): Job | undefined {
    const isOthersTurn = this.#questionsInARow >= MAX_QUESTIONS_IN_A_ROW && this.#waiting.length > 0;
    const question = isOthersTurn ? undefined : this.#questions.shift();
    this.#questionsInARow = question ? this.#questionsInARow + 1 : 0;
    return question ?? this.#waiting.shift();
  }

  #start(): Worker {
    const worker = new Worker(this.file, { env: {}, execArgv: [], workerData: this.data });
    worker.on("message", ({ vectors, error }: EmbeddingAnswer) => {
      const job = this.#job;
      this.#postNext();
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
    const jobs = [this.#job, ...this.#questions.splice(0), ...this.#waiting.splice(0)];
    this.#job = undefined;
    for (const job of jobs) job?.reject(new Error("The embedding model failed.", { cause }));
  }
}
