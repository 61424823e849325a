import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { type Duplex, Readable } from "node:stream";
import { getErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { IntakeError, type IntakeFault, type IntakeLimits, toBytes, toIntakeError } from "./limits";
import { LineReader } from "./line-reader";
import { spawnIntake, toExitFault } from "./process";
import { ScratchDirectory } from "./scratch-directory";

export type IntakeRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: Buffer;
  maxBytes: number;
  signal: AbortSignal;
};

export type IntakeOptions = {
  signal?: AbortSignal;
  fetch?: (request: IntakeRequest) => Promise<Response>;
  connect?: (host: string, port: number) => Promise<Socket>;
  directory?: string;
};

type FetchOrder = {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  maxBytes?: number;
};
type IntakeMessage = {
  values?: unknown[];
  result?: unknown;
  problem?: { message: string; code?: string };
  fetch?: FetchOrder;
  connect?: { host: string; port: number };
};

/**
 * A process that runs one program on untrusted input. Calls run one after the other, and the limits apply to each
 * call. A call that exceeds a limit ends the process.
 */
export class Intake {
  readonly #scratch = new ScratchDirectory();
  readonly #child: ChildProcess;
  readonly #lines: LineReader;
  readonly #exit: Promise<[number | null, NodeJS.Signals | null]>;
  readonly #stop = new AbortController();
  #fault: IntakeFault | undefined;
  #inputBytes = 0;
  #responses = 0;
  #response: string | undefined;

  constructor(
    readonly program: { path: string; hasAddons?: boolean },
    readonly limits: IntakeLimits,
    readonly options: IntakeOptions,
  ) {
    const { directory } = options;
    const { path, hasAddons = false } = program;
    this.#child = spawnIntake({ program: path, hasAddons, limits, scratch: this.#scratch, directory });
    this.#exit = new Promise((resolve) => {
      this.#child.once("exit", (code, signal) => resolve([code, signal]));
      this.#child.once("error", () => resolve([null, null]));
    });
    this.#lines = new LineReader(this.#child.stdout!, toBytes(limits.outputMb), () => this.#end("outputMb"));
    options.signal?.addEventListener("abort", this.#abort, { once: true });
  }

  readonly #abort = () => this.#end();

  #end(fault?: IntakeFault): void {
    this.#fault ??= fault;
    this.#stop.abort();
    this.#child.kill("SIGKILL");
  }

  async close(): Promise<void> {
    this.options.signal?.removeEventListener("abort", this.#abort);
    this.#end();
    await this.#exit;
    this.#scratch.remove();
  }

  /**
   * Copies the input file into the scratch directory.
   * @throws IntakeError when it is too large; the stream's error
   */
  async put(stream: Readable): Promise<number> {
    const size = await this.#copy(stream, this.#scratch.path);
    return size;
  }

  async #copy(stream: Readable, path: string): Promise<number> {
    const maxBytes = toBytes(this.limits.inputMb);
    const count = (chunk: Buffer) => {
      this.#inputBytes += chunk.length;
      if (this.#inputBytes > maxBytes) stream.destroy(toIntakeError("inputMb", this.limits));
    };
    stream.on("data", count).pause();
    return this.#scratch.put(stream, path);
  }

  read(name: string): Promise<Readable> {
    return this.#scratch.read(name);
  }

  /** Reads a file once: its name is removed, which tells the program that there is room for more. */
  take(name: string): Promise<Readable> {
    return this.#scratch.take(name);
  }

  /**
   * Calls a method that returns a value and yields nothing.
   * @throws IntakeError; the reason of the signal
   */
  async call<T>(method: string, input: unknown = null): Promise<T> {
    const calling = this.#run(method, input);
    const { value, done } = await calling.next();
    if (done) return value as T;
    await calling.return(undefined);
    throw new Error(`the method ${method} of ${this.program.path} yields values`);
  }

  /**
   * Calls a method that yields batches of values, with backpressure.
   * @throws IntakeError; the reason of the signal
   */
  async *stream<T>(method: string, input: unknown = null): AsyncGenerator<T[]> {
    yield* this.#run(method, input) as AsyncGenerator<T[]>;
  }

  async *#run(method: string, input: unknown): AsyncGenerator<unknown[], unknown> {
    const timer = setTimeout(() => this.#end("seconds"), this.limits.seconds * 1000);
    let isOver = false;
    let items = 0;
    try {
      await this.#write({ method, input });
      for (;;) {
        const message = await this.#next();
        if (message.values) {
          items += message.values.length;
          if (items > this.limits.items) this.#end("items");
          else yield message.values;
        } else if (message.fetch) await this.#write(await this.#answer(() => this.#fetch(message.fetch!)));
        else if (message.connect)
          await this.#write(await this.#answer(() => this.#connect(message.connect!)));
        else {
          isOver = true;
          if (message.problem)
            throw new IntakeError(message.problem.message, undefined, message.problem.code);
          return message.result;
        }
      }
    } finally {
      clearTimeout(timer);
      this.#inputBytes = 0;
      // The remaining output of an abandoned call would be mistaken for the answer to the next call.
      if (!isOver) this.#end();
    }
  }

  async #next(): Promise<IntakeMessage> {
    const line = await this.#lines.next();
    // A process may have written lines before it was ended; they are ignored.
    if (line !== undefined && !this.#stop.signal.aborted) return JSON.parse(line) as IntakeMessage;
    const [code, signal] = await this.#exit;
    this.options.signal?.throwIfAborted();
    const fault = this.#fault ?? toExitFault(code, signal);
    log.warn({ program: this.program.path, code, signal, fault }, "an intake process was ended");
    throw toIntakeError(fault, this.limits);
  }

  async #write(message: unknown): Promise<void> {
    const { stdin } = this.#child;
    if (stdin?.writable && !stdin.write(`${JSON.stringify(message)}\n`))
      await Promise.race([once(stdin, "drain").catch(() => {}), this.#exit]);
  }

  /** Returns the outcome of a program's request. Errors are sent back for the program to handle. */
  async #answer(work: () => Promise<object>): Promise<object> {
    try {
      return await work();
    } catch (error) {
      const { message, fault } = error as { message: string; fault?: string };
      return { problem: { message, code: fault ?? getErrorCode(error) } };
    }
  }

  async #fetch({ url, method = "GET", headers = {}, body, maxBytes }: FetchOrder): Promise<object> {
    if (!this.options.fetch) throw new Error("this program may ask no server");
    const left = toBytes(this.limits.inputMb) - this.#inputBytes;
    if (left <= 0) throw toIntakeError("inputMb", this.limits);
    const response = await this.options.fetch({
      ...{ url, method, headers, body: body === undefined ? undefined : Buffer.from(body, "base64") },
      maxBytes: Math.min(maxBytes ?? left, left),
      signal: this.#stop.signal,
    });
    if (this.#response) await rm(/* turbopackIgnore: true */ this.#response, { force: true });
    const path = join(this.#scratch.input, `response-${++this.#responses}`);
    this.#response = path;
    const content = Readable.fromWeb(
      (response.body ?? new Blob([]).stream()) as Parameters<typeof Readable.fromWeb>[0],
    );
    const size = await this.#copy(content, path);
    return {
      ...{ status: response.status, url: response.url || url, path, size },
      headers: Object.fromEntries(response.headers),
    };
  }

  async #connect({ host, port }: { host: string; port: number }): Promise<object> {
    if (!this.options.connect) throw new Error("this program may open no connection");
    const socket = await this.options.connect(host, port);
    const relay = this.#child.stdio[3] as Duplex;
    const maxBytes = toBytes(this.limits.inputMb);
    socket.on("data", (chunk: Buffer) => {
      this.#inputBytes += chunk.length;
      if (this.#inputBytes > maxBytes) this.#end("inputMb");
    });
    for (const end of [socket, relay]) end.on("error", () => socket.destroy());
    // When the server closes the connection, buffered bytes are still delivered; when the program closes it, they are
    // dropped.
    socket.on("close", () => relay.end());
    relay.on("close", () => socket.destroy());
    this.#stop.signal.addEventListener("abort", () => socket.destroy(), { once: true });
    socket.pipe(relay).pipe(socket);
    return {};
  }
}
