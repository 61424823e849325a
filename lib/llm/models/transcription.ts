import { extname } from "node:path";
import { APICallError } from "@ai-sdk/provider";
import { LRUCache } from "lru-cache";
import type { Config } from "@/lib/platform/config";
import { readJson } from "@/lib/platform/egress/service";
import { createOnce } from "@/lib/platform/once";
import { recordModelCall } from "@/lib/platform/telemetry/models";
import { describeModelError } from "./failures";
import { createAnsweringFetch } from "./guarded-fetch";
import { canDownload, fetchInBackground, hasFailed } from "./local/fetching";
import { LOCAL_SPEECH_MODEL, toLocalId } from "./local/registry";
import { findWhisper, type Whisper } from "./local/whisper/whisper";
import { findOfflineSpeech } from "./offline-speech";
import { parseReportedTimes, type ReportedTimes } from "./reported-times";
import { getSpeechServer, type SpeechServer } from "./speech-server";
import { parseSegments, toStorableText } from "./timed-text";
import { type Connection, ModelError, type Segment } from "./types";

// A server without a GPU needs minutes for a long recording.
const PATIENCE_SECONDS = 240;
const ABSENT = [404, 405, 501];

const REFUSED = [400, 415, 422];
export type Recording = { bytes: Buffer; fileName: string; mimeType: string; hints?: Hints };

/** Hints for a transcription: the language (ISO 639-1), words that may occur, and the sampling temperature. */
export type Hints = { language?: string; prompt?: string; temperature?: number };

type Heard = { text: string; segments: Segment[] | undefined; told: ReportedTimes };

/** A known speaker: a name and an audio sample of 2 to 10 seconds. */
export type KnownVoice = { name: string; sound: Recording };
/** Maximum number of known speakers in a request to OpenAI. */
export const MAX_VOICES = 4;

// Response formats of OpenAI's API. The lists below begin with the most detailed format. Only models with segment
// timestamps have word timestamps.
type Way = { format: "json" | "verbose_json" | "diarized_json"; words?: true };
const TIMED: Way[] = [
  { format: "verbose_json", words: true },
  { format: "verbose_json" },
  { format: "json" },
];
const BY_SPEAKER: Way[] = [{ format: "diarized_json" }, { format: "json" }];

export const OFFLINE = "pocketsphinx";

export const WHISPER = toLocalId(LOCAL_SPEECH_MODEL);

export type SpeechEngine = { transcriber: Transcriber } | { whisper: Whisper } | { program: string };

/**
 * Selects the transcription engine: TRANSCRIPTION_MODEL, else the local Whisper if downloaded, else the offline
 * engine if installed.
 * @param isNeeded true if a recording is waiting, so that Whisper is downloaded for the next one
 * @throws ModelError `not_configured`
 */
export function chooseSpeechEngine(
  config: Partial<Config>,
  connections: Connection[],
  { isNeeded = true } = {},
): SpeechEngine {
  const name = config.TRANSCRIPTION_MODEL;
  if (name === undefined || name === WHISPER) {
    const whisper = findWhisper();
    if (whisper) return { whisper };
    if (isNeeded) fetchInBackground(LOCAL_SPEECH_MODEL, async () => {});
  }
  if (name === WHISPER) throw withoutWhisper();
  const program = name === undefined || name === OFFLINE ? findOfflineSpeech() : undefined;
  if (program) return { program };
  if (name === OFFLINE)
    throw new ModelError("not_configured", `${CANNOT}: pocketsphinx_continuous is not installed.`);
  if (name === undefined) throw withoutWhisper(": TRANSCRIPTION_MODEL is not set");
  return {
    transcriber: new Transcriber(getSpeechServer("TRANSCRIPTION_MODEL", CANNOT, config, connections)),
  };
}

export function listSpeechEngineNames(config: Partial<Config>, hearing: SpeechEngine): string[] {
  const local = "whisper" in hearing ? WHISPER : OFFLINE;
  const name = config.TRANSCRIPTION_MODEL ?? local;
  return [name, name.slice(name.indexOf(":") + 1)];
}

const CANNOT = "Recordings cannot be transcribed";
function withoutWhisper(why = ""): ModelError {
  const { name, files } = LOCAL_SPEECH_MODEL;
  const says = !canDownload()
    ? `${CANNOT}${why}. Put ${files[0]!.name} into DATA_DIR/models/${name}, or name a speech model in TRANSCRIPTION_MODEL.`
    : hasFailed(LOCAL_SPEECH_MODEL)
      ? "Recordings cannot be transcribed yet. Speech recognition could not be downloaded; Parley will try again later. See the Status page."
      : "Recordings cannot be transcribed yet. Speech recognition is being downloaded: try again in a few minutes.";
  return new ModelError("not_configured", says);
}

const ANSWER_LIMITS = { bytes: 8 * 1024 * 1024, values: 200_000 };

function unlessNotJson(error: unknown): undefined {
  if (!(error instanceof SyntaxError)) throw error;
}

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

  /**
   * Transcribes in the spoken language.
   * @throws ModelError; the reason of the signal
   */
  listen = async (recording: Recording, signal?: AbortSignal): Promise<string> =>
    (await this.#ask("transcriptions", recording, { format: "json" }, signal)).text;

  /**
   * Transcribes like `listen`, with timestamps and speakers where the server supports them.
   * @param voices known speakers, for models that distinguish them
   * @throws ModelError; the reason of the signal
   */
  async transcribe(recording: Recording, voices: KnownVoice[] = [], signal?: AbortSignal): Promise<Heard> {
    const ways = this.#isBySpeaker ? BY_SPEAKER : TIMED;
    const name = `${this.#connection.baseUrl ?? ""} ${this.#model}`;
    for (let at = understood().get(name) ?? 0; ; at++) {
      try {
        const heard = await this.#ask("transcriptions", recording, { ...ways[at]!, voices }, signal);
        understood().set(name, at);
        return heard;
      } catch (error) {
        if (!APICallError.isInstance(error)) throw error;
      }
    }
  }

  get #isBySpeaker() {
    return /diarize/i.test(this.#model);
  }

  /**
   * Translates speech to English. Returns undefined if the model or server can only transcribe.
   * @throws as `listen`
   */
  async translate(recording: Recording, signal?: AbortSignal): Promise<string | undefined> {
    if (!/whisper/i.test(this.#model)) return undefined;
    try {
      return (await this.#ask("translations", recording, { format: "json" }, signal)).text;
    } catch (error) {
      if (APICallError.isInstance(error) && ABSENT.includes(error.statusCode ?? 0)) return undefined;
      throw error;
    }
  }

  async #ask(
    what: "transcriptions" | "translations",
    recording: Recording,
    { format, words, voices = [] }: Way & { voices?: KnownVoice[] },
    signal?: AbortSignal,
  ): Promise<Heard> {
    const { apiKey } = this.#connection;
    const url = `${this.#address}/audio/${what}`;
    const body = new FormData();
    body.set("model", this.#model);
    body.set("response_format", format);
    for (const [name, hint] of Object.entries(recording.hints ?? {}))
      if (hint !== undefined) body.set(name, String(hint));
    // OpenAI requires this field for audio of more than 30 seconds.
    if (this.#isBySpeaker) body.set("chunking_strategy", "auto");
    for (const unit of words ? ["word", "segment"] : []) body.append("timestamp_granularities[]", unit);
    for (const { name, sound } of format === "diarized_json" ? voices.slice(0, MAX_VOICES) : []) {
      body.append("known_speaker_names[]", name);
      const data = sound.bytes.toString("base64");
      body.append("known_speaker_references[]", `data:${sound.mimeType};base64,${data}`);
    }
    const file = new Blob([new Uint8Array(recording.bytes)], { type: recording.mimeType });
    // Replaces the original file name, which might disclose something to the provider.
    body.set("file", file, `recording${extname(recording.fileName)}`);
    const over = recordModelCall("speech", this.#connection.provider, this.#model);
    let outcome = "stopped";
    try {
      const response = await createAnsweringFetch(this.#connection, ANSWER_LIMITS)(url, {
        method: "POST",
        headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
        body,
        signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_SECONDS * 1000), ...(signal ? [signal] : [])]),
      });
      if (response.ok) {
        const heard = this.#heardIn(await readJson(response, ANSWER_LIMITS).catch(unlessNotJson));
        outcome = "ok";
        return heard;
      }
      throw new APICallError({
        message: `status ${response.status}`,
        url,
        requestBodyValues: {},
        statusCode: response.status,
        responseBody: await response.text(),
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

  #heardIn(answer: unknown): Heard {
    const all = (answer ?? {}) as Record<string, unknown>;
    const { text, segments, words } = all;
    if (typeof text === "string")
      return {
        text: toStorableText(text),
        segments: parseSegments(segments, words),
        told: parseReportedTimes(all),
      };
    throw new ModelError("garbage", `${this.#who} sent something that is no transcript.`);
  }

  #failure(error: unknown, what: string, format: Way["format"]): unknown {
    const status = APICallError.isInstance(error) ? (error.statusCode ?? 0) : 0;
    if (format !== "json" && REFUSED.includes(status)) return error;
    if (what === "translations" && ABSENT.includes(status)) return error;
    if (status === 413) return new ModelError("failed", `${this.#who} takes no recording this large.`);
    if (error instanceof Error && error.name === "TimeoutError")
      return new ModelError("stalled", `${this.#who} took too long to answer.`, true);
    return describeModelError(error, this.#who, false);
  }
}

const understood = createOnce(() => new LRUCache<string, number>({ max: 1000 }));

const SOUNDS = /\[[^\]]*\]|\([^)]*\)/g;

export const hasSpeech = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(SOUNDS, ""));
