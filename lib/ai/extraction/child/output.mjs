// @ts-check
import { isLanguage } from "./language.mjs";

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
  /** Files that are embedded, however deep. */
  embedded = 0;

  /** Names of the files within files that are read. @type {string[]} */
  #within = [];

  /** Begins a page or a sheet. @param {string | null} [title] */
  part(title = null) {
    const page = this.parts.length + 1;
    const name = [...this.#within, ...(title ? [title] : [])].join(" › ");
    if (page > MOST_PARTS || this.isFull) return;
    // What a file within it begins with stands where the part of that file begins.
    if (this.#within.length > 0 && this.parts.at(-1)?.start === this.#length) this.parts.pop();
    this.parts.push({ page: this.parts.length + 1, title: storable(name) || null, start: this.#length });
  }

  /** What is read of a file within the file is a part of its own, whose name begins with that one's. @param {string} name @param {() => Promise<unknown>} read */
  async within(name, read) {
    this.#within.push(name);
    try {
      this.add("\n");
      this.part();
      await read();
    } finally {
      this.#within.pop();
    }
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

  /** Says what is left out, and of which file within this one. @param {string} sentence */
  leaveOut(sentence) {
    this.#leftOut.push(this.#within.length > 0 ? `${this.#within.join(" › ")}: ${sentence}` : sentence);
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

  /** Says so when its words are of no language. */
  judge() {
    if (!isLanguage(this.#pieces.join(""))) this.leaveOut(NO_LANGUAGE);
  }

  /**
   * The whole text, which also says what it lacks.
   * @throws Unreadable when it is none that anybody could read
   */
  end() {
    const text = this.#pieces.join("");
    if (!isLegible(text)) throw new Unreadable(ILLEGIBLE);
    return text + (this.note ? `\n\n[${this.note}]\n` : "");
  }
}

const NO_LANGUAGE =
  "This text isn't in any recognizable language, so search and models can't do much with it.";

/** Of so many characters of a text it is told whether it is one. */
const LOOKED_AT = 200_000;
/** Of what is no space; what has more is bytes that were taken for characters. */
const MOST_ODD = 0.1;
const ILLEGIBLE =
  "This file has no readable text: it's mostly not text. If it should be, save it as UTF-8 and add it again.";

/** Whether a text is made of characters that texts have. @param {string} text */
function isLegible(text) {
  const seen = text.slice(0, LOOKED_AT).replaceAll(/\s+/g, "");
  const odd = seen.match(/[\ufffd\u0080-\u009f\p{Cn}\p{Co}]/gu)?.length ?? 0;
  return odd <= MOST_ODD * seen.length;
}

/** PostgreSQL stores neither NUL nor halves of characters. @param {string} text */
const storable = (text) => text.replaceAll("\0", " ").toWellFormed();
