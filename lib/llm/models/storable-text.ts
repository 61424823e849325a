import { toStorableText } from "@/lib/platform/storable-text";

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/**
 * Cleans parts of a streamed reply for storage: holds half a surrogate pair until the next part, replaces lone
 * surrogates with U+FFFD, and removes NUL, which PostgreSQL rejects.
 */
export class StorableText {
  #held = "";

  push(piece: string): string {
    let text = this.#held + piece;
    this.#held = "";
    if (isHighSurrogate(text.charCodeAt(text.length - 1))) {
      this.#held = text.slice(-1);
      text = text.slice(0, -1);
    }
    return toStorableText(text);
  }

  end(): string {
    const rest = this.#held.toWellFormed();
    this.#held = "";
    return rest;
  }
}
