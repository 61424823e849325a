import { extname } from "node:path";
import { APICallError } from "@ai-sdk/provider";
import type { Config } from "@/lib/config";
import { PROVIDER_NAMES, parseId } from "./catalog";
import { environmentConnections } from "./connections";
import { modelError } from "./failures";
import { guardedAnswer } from "./guarded-fetch";
import { type Connection, ModelError } from "./types";

/** A long recording takes a server without a graphics card minutes. */
const PATIENCE_SECONDS = 240;
/** How servers say that they have no such address. */
const ABSENT = [404, 405, 501];

/** Sound in a file, whose name's ending tells providers of which format it is. */
export type Recording = { bytes: Buffer; fileName: string; mimeType: string };

/**
 * The speech model that TRANSCRIPTION_MODEL names, reached as one of these connections says.
 * @throws ModelError `not_configured` when it names none, or one that is not connected
 */
export function chooseTranscriber(
  config: Pick<Config, "TRANSCRIPTION_MODEL"> & Parameters<typeof environmentConnections>[0],
  connections: Connection[],
): Transcriber {
  const missing = (why: string) =>
    new ModelError("not_configured", `Recordings cannot be transcribed: ${why}.`);
  if (!config.TRANSCRIPTION_MODEL) throw missing("TRANSCRIPTION_MODEL is not set");
  const { provider, model } = parseId(config.TRANSCRIPTION_MODEL) ?? {};
  if (!model || (provider !== "openai" && provider !== "openai-compatible"))
    throw missing("TRANSCRIPTION_MODEL names no provider of speech models");
  const connection =
    connections.find((each) => each.provider === provider) ??
    // With OPENAI_BASE_URL that is whom "openai" means.
    environmentConnections(config).find((each) => each.provider === "openai-compatible");
  const isReached = connection?.baseUrl || (connection?.provider === "openai" && connection.apiKey);
  if (!connection || !isReached) throw missing(`${PROVIDER_NAMES[provider]} is not connected`);
  return new Transcriber(connection, model);
}

/** A speech model behind the addresses that OpenAI has for them and many servers share. */
export class Transcriber {
  readonly #connection: Connection;
  readonly #model: string;
  readonly #who: string;

  constructor(connection: Connection, model: string) {
    this.#connection = connection;
    this.#model = model;
    this.#who = connection.provider === "openai" ? PROVIDER_NAMES.openai : "The speech server";
  }

  /** What is said, in the language that is spoken. @throws ModelError */
  transcribe = (recording: Recording): Promise<string> => this.#ask("transcriptions", recording);

  /** What is said, in English; undefined when the model or its server only transcribes. @throws ModelError */
  async translate(recording: Recording): Promise<string | undefined> {
    if (!/whisper/i.test(this.#model)) return undefined;
    try {
      return await this.#ask("translations", recording);
    } catch (error) {
      if (APICallError.isInstance(error) && ABSENT.includes(error.statusCode ?? 0)) return undefined;
      throw error;
    }
  }

  async #ask(what: "transcriptions" | "translations", recording: Recording): Promise<string> {
    const { apiKey, baseUrl = "https://api.openai.com/v1" } = this.#connection;
    const url = `${baseUrl.replace(/\/+$/, "")}/audio/${what}`;
    const body = new FormData();
    body.set("model", this.#model);
    body.set("response_format", "json");
    const file = new Blob([new Uint8Array(recording.bytes)], { type: recording.mimeType });
    // The name may tell more than the provider need know.
    body.set("file", file, `recording${extname(recording.fileName)}`);
    try {
      const response = await guardedAnswer(url, {
        method: "POST",
        headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
        body,
        signal: AbortSignal.timeout(PATIENCE_SECONDS * 1000),
      });
      const answer = await response.text();
      if (response.ok) return this.#textIn(answer);
      throw new APICallError({
        message: `status ${response.status}`,
        url,
        requestBodyValues: {},
        statusCode: response.status,
        responseBody: answer,
      });
    } catch (error) {
      throw this.#failure(error, what);
    }
  }

  #textIn(answer: string): string {
    let text: unknown;
    try {
      text = JSON.parse(answer)?.text;
    } catch {
      // Told below, like JSON without a text.
    }
    if (typeof text === "string") return text.replaceAll("\0", "").toWellFormed().trim();
    throw new ModelError("garbage", `${this.#who} sent something that is no transcript.`);
  }

  #failure(error: unknown, what: string): unknown {
    const status = APICallError.isInstance(error) ? (error.statusCode ?? 0) : 0;
    if (what === "translations" && ABSENT.includes(status)) return error;
    if (status === 413) return new ModelError("failed", `${this.#who} takes no recording this large.`);
    if (error instanceof Error && error.name === "TimeoutError")
      return new ModelError("stalled", `${this.#who} took too long to answer.`, true);
    return modelError(error, this.#who, false);
  }
}
