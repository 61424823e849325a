import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { getBareEnvironment, lowerPriority } from "@/lib/files/media/service";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import { ModelError, type Segment } from "../../types";
import { getModelFolder } from "../folder";
import { LOCAL_SPEECH_MODEL } from "../registry";

// Idle time after which the process ends and frees about 800 MB.
const IDLE_MS = 180_000;
// Timeout as a multiple of the audio's length. Transcription takes a sixteenth of that length, but longer on a busy
// machine or with the WebAssembly runtime.
const TIMES_REAL_TIME = 8;
const MIN_DEADLINE_MS = 120_000;

const getModelPath = () => join(getModelFolder(LOCAL_SPEECH_MODEL), LOCAL_SPEECH_MODEL.files[0]!.name);

type Listening = {
  seconds: number;
  /** ISO 639-1 code; detected if absent. */
  language?: string;
  prompt?: string;
  temperature?: number;
  translate?: boolean;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
  onLanguage?: (language: string) => void;
};

type WhisperAnswer = {
  id: number;
  share?: number;
  segments?: Segment[];
  language?: string;
  failure?: "file" | "runtime" | "stopped" | "failed";
  why?: string;
};
type Job = { onAnswer: (answer: WhisperAnswer) => void; onEnd: (error: ModelError) => void };

const FAILED = "Speech recognition on this machine failed.";

class Whisper {
  #child: ChildProcess | undefined;
  #job: (Job & { id: number }) | undefined;
  #lastId = 0;
  #before: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /**
   * Transcribes a recording.
   * @param wav 16 kHz, mono, 16 bits
   * @throws ModelError; the reason of the signal
   */
  hear(wav: Buffer, listening: Listening): Promise<Segment[]> {
    const turn = this.#before.then(() => this.#heard(wav, listening));
    this.#before = turn.catch(() => {});
    const { signal } = listening;
    // Rejects an aborted job immediately, without waiting for earlier jobs.
    return new Promise((resolve, reject) => {
      const leave = () => reject(signal?.reason);
      signal?.addEventListener("abort", leave, { once: true });
      turn.then(resolve, reject).finally(() => signal?.removeEventListener("abort", leave));
    });
  }

  async #heard(
    wav: Buffer,
    { seconds, signal, onProgress, onLanguage, ...how }: Listening,
  ): Promise<Segment[]> {
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    const child = this.#child;
    // Only a busy child keeps this process alive.
    child.ref();
    child.channel?.ref();
    const id = ++this.#lastId;
    const stop = () => void child.send({ id, stop: true });
    signal?.addEventListener("abort", stop, { once: true });
    const late = setTimeout(
      () => this.#end(new ModelError("stalled", "Speech recognition took too long.")),
      Math.max(MIN_DEADLINE_MS, seconds * TIMES_REAL_TIME * 1000),
    );
    try {
      return await new Promise<Segment[]>((resolve, reject) => {
        const onAnswer = (answer: WhisperAnswer) => {
          if (answer.share !== undefined) onProgress?.(answer.share);
          else if (answer.segments) {
            if (answer.language) onLanguage?.(answer.language);
            resolve(answer.segments);
          } else reject(signal?.aborted ? signal.reason : toModelError(answer));
        };
        this.#job = { id, onAnswer, onEnd: reject };
        child.send(
          { id, path: getModelPath(), wav, how },
          (error) => error && reject(new ModelError("failed", FAILED, true)),
        );
      });
    } finally {
      clearTimeout(late);
      signal?.removeEventListener("abort", stop);
      this.#job = undefined;
      this.#rest(child);
    }
  }

  #rest(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  #start(): ChildProcess {
    // Located by path, because this file is not bundled with the app.
    const program = join(
      /* turbopackIgnore: true */ process.cwd(),
      "lib/llm/models/local/whisper/whisper-worker.mjs",
    );
    const child = fork(program, [], {
      env: getBareEnvironment(),
      execArgv: ["--expose-gc"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    lowerPriority(child);
    child.on("message", (answer: WhisperAnswer) => {
      if (this.#job?.id === answer.id) this.#job.onAnswer(answer);
    });
    child.on("error", () => this.#lost(child)).once("exit", () => this.#lost(child));
    return child;
  }

  #lost(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#job?.onEnd(new ModelError("failed", FAILED, true));
  }

  #end(why?: ModelError): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill("SIGKILL");
    if (why) this.#job?.onEnd(why);
  }
}

function toModelError({ failure, why }: WhisperAnswer): ModelError {
  log.warn({ failure, why, model: LOCAL_SPEECH_MODEL.name }, "speech recognition failed");
  const { name } = LOCAL_SPEECH_MODEL;
  if (failure === "file")
    return new ModelError(
      "not_configured",
      `Recordings cannot be transcribed: the file of ${name} is damaged or of another kind. Whoever runs this installation can remove it from DATA_DIR/models/${name}, and it is downloaded again.`,
    );
  if (failure === "runtime")
    return new ModelError(
      "not_configured",
      `Recordings cannot be transcribed: ONNX Runtime, which ${name} needs, is not installed.`,
    );
  return new ModelError("failed", FAILED);
}

export type { Whisper };

const whisper = createOnce(() => new Whisper());

export const findWhisper = (): Whisper | undefined =>
  existsSync(/* turbopackIgnore: true */ getModelPath()) ? whisper() : undefined;
