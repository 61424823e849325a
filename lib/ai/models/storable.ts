import { storable } from "@/lib/platform/storable";

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/**
 * Makes the pieces of a reply fit to be stored and sent on, each by itself: a
 * character that a provider split over two pieces is held until it is whole,
 * lone halves become U+FFFD, NUL (which PostgreSQL refuses) goes.
 */
export class StorableText {
  #held = "";

  /** The piece, cleaned; empty when all of it is held. */
  push(piece: string): string {
    let text = this.#held + piece;
    this.#held = "";
    if (isHighSurrogate(text.charCodeAt(text.length - 1))) {
      this.#held = text.slice(-1);
      text = text.slice(0, -1);
    }
    return storable(text);
  }

  /** What is still held at the end. */
  end(): string {
    const rest = this.#held.toWellFormed();
    this.#held = "";
    return rest;
  }
}
