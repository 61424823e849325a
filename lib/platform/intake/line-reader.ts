import type { Readable } from "node:stream";
import { MAX_LINE_BYTES } from "./process";

const NEWLINE = 0x0a;

/** Reads lines on demand, so that a slow caller applies backpressure to the writer. */
export class LineReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #bytes = 0;

  /** @param onExcess called when a line or all lines together are too long; reading stops then */
  constructor(
    source: Readable,
    private readonly maxBytes: number,
    private readonly onExcess: () => void,
  ) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end >= 0) {
        const line = this.#rest.toString("utf8", 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      const { value, done } = await this.#chunks.next().catch(() => ({ value: undefined, done: true }));
      if (done || !value) return undefined;
      this.#bytes += value.length;
      if (this.#bytes > this.maxBytes || this.#rest.length + value.length > 2 * MAX_LINE_BYTES) {
        this.onExcess();
        return undefined;
      }
      this.#rest = Buffer.concat([this.#rest, value]);
    }
  }
}
