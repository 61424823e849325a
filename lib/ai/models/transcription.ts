import { extname } from "node:path";
import { APICallError } from "@ai-sdk/provider";
import { LRUCache } from "lru-cache";
import type { Config } from "@/lib/platform/config";
import { single } from "@/lib/platform/singleton";
import { modelCall } from "@/lib/platform/telemetry/models";
import { modelError } from "./failures";
import { answeringFetch } from "./guarded-fetch";
import { findOfflineSpeech } from "./offline-speech";
import { type SpeechServer, speechServer } from "./speech-server";
import { type Connection, ModelError, type Segment } from "./types";

/** A long recording takes a server without a graphics card minutes. */
const PATIENCE_SECONDS = 240;
/** How servers say that they have no such address. */
const ABSENT = [404, 405, 501];

/** How servers, or some of their models, refuse to tell the times of what is said. */
const REFUSED = [400, 415, 422];
/** Of times that a provider tells, as text may be of any length. */
const MOST_SEGMENTS = 20_000;

/** Sound in a file, whose name's ending tells providers of which format it is. */
export type Recording = { bytes: Buffer; fileName: string; mimeType: string };

/** What is said; `segments` where the server tells when. */
type Heard = { text: string; segments: Segment[] | undefined };

/** The name by which the offline engine is chosen. */
const OFFLINE = "pocketsphinx";

/** A speech model, or the path of the offline engine. */
export type Hearing = { transcriber: Transcriber } | { program: string };

/**
 * What recordings are transcribed with: the speech model that TRANSCRIPTION_MODEL names, or when it names none, the
 * offline engine, if that is installed.
 * @throws ModelError `not_configured`
 */
export function chooseHearing(config: Partial<Config>, connections: Connection[]): Hearing {
  const name = config.TRANSCRIPTION_MODEL ?? OFFLINE;
  const program = name === OFFLINE ? findOfflineSpeech() : undefined;
  if (program) return { program };
  if (config.TRANSCRIPTION_MODEL === OFFLINE)
    throw new ModelError("not_configured", `${CANNOT}: pocketsphinx_continuous is not installed.`);
  return {
    transcriber: new Transcriber(speechServer("TRANSCRIPTION_MODEL", CANNOT, config, connections)),
  };
}

const CANNOT = "Recordings cannot be transcribed";

/** A speech model behind the addresses that OpenAI has for them and many servers share. */
class Transcriber {
  readonly #connection: Connection;
  readonly #model: string;
  readonly #address: string;
  readonly #who: string;

  constructor({ connection, model, address, who }: SpeechServer) {
    this.#connection = connection;
    this.#model = model;
    this.#address = address;
    this.#who = who;
  }

  /** What is said, in the language that is spoken. @throws ModelError; the reason of the signal */
  listen = async (recording: Recording, signal?: AbortSignal): Promise<string> =>
    (await this.#ask("transcriptions", recording, "json", signal)).text;

  /** As `listen`, with times where the server tells them. @throws ModelError; the reason of the signal */
  async transcribe(recording: Recording, signal?: AbortSignal): Promise<Heard> {
    const ask = (format: string) => this.#ask("transcriptions", recording, format, signal);
    const name = `${this.#connection.baseUrl ?? ""} ${this.#model}`;
    if (untimed().has(name)) return ask("json");
    try {
      return await ask("verbose_json");
    } catch (error) {
      if (!APICallError.isInstance(error)) throw error;
      const heard = await ask("json");
      untimed().set(name, true);
      return heard;
    }
  }

  /** What is said, in English; undefined when the model or its server only transcribes. @throws as `listen` */
  async translate(recording: Recording, signal?: AbortSignal): Promise<string | undefined> {
    if (!/whisper/i.test(this.#model)) return undefined;
    try {
      return (await this.#ask("translations", recording, "json", signal)).text;
    } catch (error) {
      if (APICallError.isInstance(error) && ABSENT.includes(error.statusCode ?? 0)) return undefined;
      throw error;
    }
  }

  /** @throws ModelError; an APICallError for what can be had otherwise; the reason of the signal */
  async #ask(
    what: "transcriptions" | "translations",
    recording: Recording,
    format: string,
    signal?: AbortSignal,
  ): Promise<Heard> {
    const { apiKey } = this.#connection;
    const url = `${this.#address}/audio/${what}`;
    const body = new FormData();
    body.set("model", this.#model);
    body.set("response_format", format);
    const file = new Blob([new Uint8Array(recording.bytes)], { type: recording.mimeType });
    // The name may tell more than the provider need know.
    body.set("file", file, `recording${extname(recording.fileName)}`);
    const over = modelCall("speech", this.#connection.provider, this.#model);
    let outcome = "stopped";
    try {
      const response = await answeringFetch(this.#connection)(url, {
        method: "POST",
        headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
        body,
        signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_SECONDS * 1000), ...(signal ? [signal] : [])]),
      });
      const answer = await response.text();
      if (response.ok) {
        const heard = this.#heardIn(answer);
        outcome = "ok";
        return heard;
      }
      throw new APICallError({
        message: `status ${response.status}`,
        url,
        requestBodyValues: {},
        statusCode: response.status,
        responseBody: answer,
      });
    } catch (error) {
      signal?.throwIfAborted();
      const failure = this.#failure(error, what, format);
      outcome = failure instanceof ModelError ? failure.code : "refused";
      throw failure;
    } finally {
      over(outcome);
    }
  }

  #heardIn(answer: string): Heard {
    let told: { text?: unknown; segments?: unknown } | undefined;
    try {
      told = JSON.parse(answer);
    } catch {
      // Told below, like JSON without a text.
    }
    const { text, segments } = told ?? {};
    if (typeof text === "string") return { text: storable(text), segments: segmentsIn(segments) };
    throw new ModelError("garbage", `${this.#who} sent something that is no transcript.`);
  }

  #failure(error: unknown, what: string, format: string): unknown {
    const status = APICallError.isInstance(error) ? (error.statusCode ?? 0) : 0;
    if (format === "verbose_json" && REFUSED.includes(status)) return error;
    if (what === "translations" && ABSENT.includes(status)) return error;
    if (status === 413) return new ModelError("failed", `${this.#who} takes no recording this large.`);
    if (error instanceof Error && error.name === "TimeoutError")
      return new ModelError("stalled", `${this.#who} took too long to answer.`, true);
    return modelError(error, this.#who, false);
  }
}

/** Servers and models that tell no times. */
const untimed = () => single("speech-without-times", () => new LRUCache<string, true>({ max: 1000 }));

const storable = (text: string) => text.replaceAll("\0", "").toWellFormed().trim();

/** The segments of an answer, as far as they are some; undefined when it tells no times. */
function segmentsIn(given: unknown): Segment[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const segments = given.slice(0, MOST_SEGMENTS).flatMap((segment): Segment[] => {
    const { start, end, text } = segment ?? {};
    if (typeof text !== "string" || !Number.isFinite(start) || !Number.isFinite(end)) return [];
    const from = Math.max(0, start);
    return [{ from, to: Math.max(from, end), text: storable(text) }];
  });
  return segments.toSorted((a, b) => a.from - b.from);
}

/** Models name in brackets what sounds but is not said, such as [BLANK_AUDIO] or (music). */
const SOUNDS = /\[[^\]]*\]|\([^)]*\)/g;

/** Whether anything is said in what a model heard. */
export const hasSpeech = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(SOUNDS, ""));
