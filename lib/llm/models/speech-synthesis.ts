import type { Config } from "@/lib/platform/config";
import { recordModelCall } from "@/lib/platform/telemetry/models";
import { describeModelError } from "./failures";
import { createSoundFetch, readRefusal } from "./guarded-fetch";
import { getSpeechServer, type SpeechServer } from "./speech-server";
import { type Connection, ModelError } from "./types";

// A server without a GPU needs several seconds per sentence.
const PATIENCE_SECONDS = 60;
const MAX_SPEECH_BYTES = 16 * 1024 * 1024;

type Spoken = { mimeType: string; stream: ReadableStream<Uint8Array> };

/**
 * Returns a speaker that uses the model named by SPEECH_MODEL.
 * @throws ModelError `not_configured`
 */
export function chooseSpeaker(config: Partial<Config>, connections: Connection[]): Speaker {
  return new Speaker(getSpeechServer("SPEECH_MODEL", "Replies cannot be read aloud", config, connections));
}

class Speaker {
  readonly #server: SpeechServer;
  readonly name: string;

  constructor(server: SpeechServer) {
    this.#server = server;
    this.name = `${server.connection.provider}:${server.model}`;
  }

  /**
   * Streams speech for a text. The model detects the language.
   * @throws ModelError; the reason of the signal
   */
  async speak(text: string, voice: string, signal?: AbortSignal): Promise<Spoken> {
    const { connection, model, address, who } = this.#server;
    const { apiKey, provider } = connection;
    const url = `${address}/audio/speech`;
    const body = JSON.stringify({ model, voice, input: text, response_format: "mp3" });
    const over = recordModelCall("speaking", provider, model);
    let outcome = "stopped";
    try {
      const response = await createSoundFetch(connection, MAX_SPEECH_BYTES)(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(apiKey && { authorization: `Bearer ${apiKey}` }),
        },
        body,
        signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_SECONDS * 1000), ...(signal ? [signal] : [])]),
      });
      if (!response.ok) throw await readRefusal(response, url);
      const mimeType = response.headers.get("content-type")?.split(";")[0]?.trim() ?? "";
      if (!response.body || !/^audio\/[\w.+-]+$/.test(mimeType)) {
        await response.body?.cancel();
        throw new ModelError("garbage", `${who} sent something that is no sound.`);
      }
      outcome = "ok";
      return { mimeType, stream: response.body };
    } catch (error) {
      signal?.throwIfAborted();
      const isLate = error instanceof Error && error.name === "TimeoutError";
      const failure = isLate
        ? new ModelError("stalled", `${who} took too long to answer.`, true)
        : describeModelError(error, who, false);
      outcome = failure instanceof ModelError ? failure.code : "failed";
      throw failure;
    } finally {
      over(outcome);
    }
  }
}
