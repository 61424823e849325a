import { extname } from "node:path";
import { APICallError } from "@ai-sdk/provider";
import { LRUCache } from "lru-cache";
import type { Config } from "@/lib/platform/config";
import { readJson } from "@/lib/platform/egress/service";
import { single } from "@/lib/platform/singleton";
import { modelCall } from "@/lib/platform/telemetry/models";
import { modelError } from "./failures";
import { answeringFetch } from "./guarded-fetch";
import { fetchInBackground, hasFailed, mayFetch } from "./local/fetching";
import { LOCAL_SPEECH_MODEL, localId } from "./local/registry";
import { findWhisper, type Whisper } from "./local/whisper/whisper";
import { findOfflineSpeech } from "./offline-speech";
import { type SpeechServer, speechServer } from "./speech-server";
import { segmentsIn, storable } from "./timed-text";
import { type Told, toldIn } from "./told-times";
import { type Connection, ModelError, type Segment } from "./types";

/** A long recording takes a server without a graphics card minutes. */
const PATIENCE_SECONDS = 240;
/** How servers say that they have no such address. */
const ABSENT = [404, 405, 501];

/** How servers, or some of their models, refuse to tell the times of what is said. */
const REFUSED = [400, 415, 422];
/** Sound in a file, whose name's ending tells providers of which format it is. */
export type Recording = { bytes: Buffer; fileName: string; mimeType: string; hints?: Hints };

/** What whoever sends a recording knows of it: its language (ISO 639-1), words that it may hold; and how freely to guess. */
export type Hints = { language?: string; prompt?: string; temperature?: number };

/** What is said; `segments` where the server tells when. */
type Heard = { text: string; segments: Segment[] | undefined; told: Told };

/** Somebody who was heard before, by a name of ours, and a few seconds (2 to 10) of what they said. */
export type Voice = { name: string; sound: Recording };
/** As OpenAI takes them. */
export const MAX_VOICES = 4;

/** What is asked for, as OpenAI calls it: the most telling first. Of words only models tell that tell of segments. */
type Way = { format: "json" | "verbose_json" | "diarized_json"; words?: true };
const TIMED: Way[] = [
  { format: "verbose_json", words: true },
  { format: "verbose_json" },
  { format: "json" },
];
const BY_SPEAKER: Way[] = [{ format: "diarized_json" }, { format: "json" }];

/** The name by which the offline engine is chosen. */
export const OFFLINE = "pocketsphinx";

/** The name by which Whisper on this machine is chosen. */
export const WHISPER = localId(LOCAL_SPEECH_MODEL);

/** A speech model behind addresses, Whisper on this machine, or the path of the offline engine. */
export type Hearing = { transcriber: Transcriber } | { whisper: Whisper } | { program: string };

/**
 * What recordings are transcribed with: the speech model that TRANSCRIPTION_MODEL names, or when it names none, Whisper on
 * this machine if it is downloaded, otherwise the offline engine if that is installed.
 * @param isNeeded something is to be heard now: Whisper is downloaded, for the next time
 * @throws ModelError `not_configured`
 */
export function chooseHearing(
  config: Partial<Config>,
  connections: Connection[],
  { isNeeded = true } = {},
): Hearing {
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
    transcriber: new Transcriber(speechServer("TRANSCRIPTION_MODEL", CANNOT, config, connections)),
  };
}

/** The names that a program may call the engine by that listens. */
export function hearingNames(config: Partial<Config>, hearing: Hearing): string[] {
  const local = "whisper" in hearing ? WHISPER : OFFLINE;
  const name = config.TRANSCRIPTION_MODEL ?? local;
  return [name, name.slice(name.indexOf(":") + 1)];
}

const CANNOT = "Recordings cannot be transcribed";
/** @param why nothing else listens, as it stands behind `CANNOT` */
function withoutWhisper(why = ""): ModelError {
  const { name, files } = LOCAL_SPEECH_MODEL;
  const says = !mayFetch()
    ? `${CANNOT}${why}. Put ${files[0]!.name} into DATA_DIR/models/${name}, or name a speech model in TRANSCRIPTION_MODEL.`
    : hasFailed(LOCAL_SPEECH_MODEL)
      ? "Recordings cannot be transcribed yet. Speech recognition could not be downloaded; Parley will try again later. See the Status page."
      : "Recordings cannot be transcribed yet. Speech recognition is being downloaded: try again in a few minutes.";
  return new ModelError("not_configured", says);
}

/** Three hours of speech, with the time of each word. */
const ANSWER_LIMITS = { bytes: 8 * 1024 * 1024, values: 200_000 };

function unlessNotJson(error: unknown): undefined {
  if (!(error instanceof SyntaxError)) throw error;
}

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
    (await this.#ask("transcriptions", recording, { format: "json" }, signal)).text;

  /**
   * As `listen`, with times, speakers and the times of words where the server tells them.
   * @param voices who may speak, for models that tell speakers apart
   * @throws ModelError; the reason of the signal
   */
  async transcribe(recording: Recording, voices: Voice[] = [], signal?: AbortSignal): Promise<Heard> {
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

  /** What is said, in English; undefined when the model or its server only transcribes. @throws as `listen` */
  async translate(recording: Recording, signal?: AbortSignal): Promise<string | undefined> {
    if (!/whisper/i.test(this.#model)) return undefined;
    try {
      return (await this.#ask("translations", recording, { format: "json" }, signal)).text;
    } catch (error) {
      if (APICallError.isInstance(error) && ABSENT.includes(error.statusCode ?? 0)) return undefined;
      throw error;
    }
  }

  /** @throws ModelError; an APICallError for what can be had otherwise; the reason of the signal */
  async #ask(
    what: "transcriptions" | "translations",
    recording: Recording,
    { format, words, voices = [] }: Way & { voices?: Voice[] },
    signal?: AbortSignal,
  ): Promise<Heard> {
    const { apiKey } = this.#connection;
    const url = `${this.#address}/audio/${what}`;
    const body = new FormData();
    body.set("model", this.#model);
    body.set("response_format", format);
    for (const [name, hint] of Object.entries(recording.hints ?? {}))
      if (hint !== undefined) body.set(name, String(hint));
    // Without it, no more than 30 seconds may be sent.
    if (this.#isBySpeaker) body.set("chunking_strategy", "auto");
    for (const unit of words ? ["word", "segment"] : []) body.append("timestamp_granularities[]", unit);
    for (const { name, sound } of format === "diarized_json" ? voices.slice(0, MAX_VOICES) : []) {
      body.append("known_speaker_names[]", name);
      const data = sound.bytes.toString("base64");
      body.append("known_speaker_references[]", `data:${sound.mimeType};base64,${data}`);
    }
    const file = new Blob([new Uint8Array(recording.bytes)], { type: recording.mimeType });
    // The name may tell more than the provider need know.
    body.set("file", file, `recording${extname(recording.fileName)}`);
    const over = modelCall("speech", this.#connection.provider, this.#model);
    let outcome = "stopped";
    try {
      const response = await answeringFetch(this.#connection, ANSWER_LIMITS)(url, {
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
      return { text: storable(text), segments: segmentsIn(segments, words), told: toldIn(all) };
    throw new ModelError("garbage", `${this.#who} sent something that is no transcript.`);
  }

  #failure(error: unknown, what: string, format: Way["format"]): unknown {
    const status = APICallError.isInstance(error) ? (error.statusCode ?? 0) : 0;
    if (format !== "json" && REFUSED.includes(status)) return error;
    if (what === "translations" && ABSENT.includes(status)) return error;
    if (status === 413) return new ModelError("failed", `${this.#who} takes no recording this large.`);
    if (error instanceof Error && error.name === "TimeoutError")
      return new ModelError("stalled", `${this.#who} took too long to answer.`, true);
    return modelError(error, this.#who, false);
  }
}

/** Which of the ways servers and models understand. */
const understood = () => single("speech-ways", () => new LRUCache<string, number>({ max: 1000 }));

/** Models name in brackets what sounds but is not said, such as [BLANK_AUDIO] or (music). */
const SOUNDS = /\[[^\]]*\]|\([^)]*\)/g;

/** Whether anything is said in what a model heard. */
export const hasSpeech = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(SOUNDS, ""));
