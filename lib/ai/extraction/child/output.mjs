// @ts-check

/** @typedef {{ page: number, title: string | null, start: number }} Part */

/** In units of UTF-16. */
const MOST_CHARACTERS = 10_000_000;
const MOST_PARTS = 20_000;
const TOO_LONG = "The rest of this file is left out: its text is longer than ten million characters.";

/** Why a file has no text, as a sentence for a person. */
export class Unreadable extends Error {}

/** The text of a file as it is found: storable, in parts, and never too much of it. */
export class Output {
  /** @type {string[]} */
  #pieces = [];
  #length = 0;
  /** @type {Part[]} */
  parts = [];
  /** What was not read, and why: sentences for a person. @type {string[]} */
  #leftOut = [];
  /** Nothing more is taken: a reader may stop. */
  isFull = false;
  /** Of tables, of all sheets together. */
  rows = 0;

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
    if (piece.length < whole.length) this.stop(TOO_LONG);
  }

  /** Says what is left out. @param {string} sentence */
  leaveOut(sentence) {
    this.#leftOut.push(sentence);
  }

  /** Takes nothing more. @param {string} sentence says what is left out */
  stop(sentence) {
    this.leaveOut(sentence);
    this.isFull = true;
  }

  /** What was not read; null when all was. */
  get note() {
    return this.#leftOut.join(" ") || null;
  }

  /** The whole text, which also says what it lacks. */
  end() {
    return this.#pieces.join("") + (this.note ? `\n\n[${this.note}]\n` : "");
  }
}

/** PostgreSQL stores neither NUL nor halves of characters. @param {string} text */
const storable = (text) => text.replaceAll("\0", " ").toWellFormed();
