import type { ModelImage } from "@/lib/llm/models/service";
import { EgressError, fetchOutside } from "@/lib/platform/egress/service";
import { invalid } from "@/lib/platform/errors";
import type { FieldPath } from "./conversation-builder";

// Maximum number of images per request. Agents resend every image that a tool has returned, so it is generous.
const MAX_PICTURES = 100;
const MAX_FETCHED = 20;
const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
const PATIENCE_MS = 10_000;

// Formats that every provider accepts, detected by signature, since file names and headers are unreliable.
const TYPES: [type: string, begins: (beginning: string) => boolean][] = [
  ["image/png", (bytes) => bytes.startsWith("\x89PNG\r\n\x1a\n")],
  ["image/jpeg", (bytes) => bytes.startsWith("\xff\xd8\xff")],
  ["image/gif", (bytes) => /^GIF8[79]a/.test(bytes)],
  ["image/webp", (bytes) => /^RIFF.{4}WEBP/s.test(bytes)],
];

export class Pictures {
  readonly #signal: AbortSignal;
  #count = 0;
  #fetchedCount = 0;
  #bytes = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** @throws InvalidInput with the reason; the reason of the signal */
  async get(url: string, at: FieldPath): Promise<ModelImage> {
    if (++this.#count > MAX_PICTURES)
      throw invalid(at, `A request can have at most ${MAX_PICTURES} pictures.`);
    const data = url.startsWith("data:")
      ? Buffer.from(url.slice(url.indexOf(",") + 1), "base64")
      : await this.#fetched(url, at);
    this.#bytes += data.length;
    if (this.#bytes > MAX_PICTURE_BYTES) throw tooLarge(at);
    const beginning = data.toString("latin1", 0, 16);
    const [type] = TYPES.find(([, begins]) => begins(beginning)) ?? [];
    if (!type) throw invalid(at, "This is no PNG, JPEG, GIF or WebP picture.");
    return { mediaType: type, data: new Uint8Array(data) };
  }

  async #fetched(url: string, at: FieldPath): Promise<Buffer> {
    if (++this.#fetchedCount > MAX_FETCHED)
      throw invalid(at, `At most ${MAX_FETCHED} pictures of a request are fetched. Send the others in it.`);
    const largest = MAX_PICTURE_BYTES - this.#bytes;
    try {
      const answer = await fetchOutside(url, { timeout: PATIENCE_MS, largest, signal: this.#signal });
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      await answer.body?.cancel();
    } catch (error) {
      this.#signal.throwIfAborted();
      if (!(error instanceof EgressError)) throw error;
      if (error.fault === "forbidden") throw invalid(at, error.message);
    }
    throw invalid(at, "There is no picture to be had at this address.");
  }
}

const tooLarge = (at: FieldPath) =>
  invalid(at, `The pictures of a request can have at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB.`);
