// @ts-check

/** @typedef {{ page: number, title: string | null, start: number }} Part */

/** In units of UTF-16. */
const MOST_CHARACTERS = 10_000_000;
const MOST_PARTS = 20_000;
const CUT = "\n\n[The rest of this file is left out: its text is longer than ten million characters.]\n";

/** Why a file has no text, as a sentence for a person. */
export class Unreadable extends Error {}

/** The text of a file as it is found: storable, in parts, and never too much of it. */
export class Output {
  /** @type {string[]} */
  #pieces = [];
  #length = 0;
  /** @type {Part[]} */
  parts = [];
  /** Nothing more is taken: a reader may stop. */
  isFull = false;

  /** Begins a page or a sheet. @param {string | null} [title] */
  part(title = null) {
    const page = this.parts.length + 1;
    if (page <= MOST_PARTS && !this.isFull)
      this.parts.push({ page, title: title && storable(title), start: this.#length });
  }

  /** @param {string} text */
  add(text) {
    if (this.isFull) return;
    const whole = storable(text);
    const piece = whole.slice(0, MOST_CHARACTERS - this.#length).toWellFormed();
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (piece.length < whole.length) this.isFull = true;
  }

  /** The whole text. */
  end() {
    return this.#pieces.join("") + (this.isFull ? CUT : "");
  }
}

/** PostgreSQL stores neither NUL nor halves of characters. @param {string} text */
const storable = (text) => text.replaceAll("\0", " ").toWellFormed();
