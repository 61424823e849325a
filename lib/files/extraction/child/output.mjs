// @ts-check
import { isLanguage } from "./language.mjs";

/** @typedef {{ page: number, title: string | null, start: number }} Part */

// In UTF-16 code units.
const MAX_TEXT_LENGTH = 10_000_000;
const MAX_PARTS = 20_000;
const TOO_LONG = "The rest of this file is left out: its text is longer than ten million characters.";

/** Reports why a file has no text. The message is shown to users. */
export class Unreadable extends Error {}

/** Collects a file's text in parts, bounded in size and free of characters that can't be stored. */
export class Output {
  /** @type {string[]} */
  #pieces = [];
  #length = 0;
  /** @type {Part[]} */
  parts = [];
  /** Sentences for users about content that was not read. @type {string[]} */
  #leftOut = [];
  isFull = false;
  rows = 0;
  embedded = 0;

  /** Names of the embedded files being read, outermost first. @type {string[]} */
  #within = [];

  /** @param {string | null} [title] */
  part(title = null) {
    const page = this.parts.length + 1;
    const name = [...this.#within, ...(title ? [title] : [])].join(" › ");
    if (page > MAX_PARTS || this.isFull) return;
    // An embedded file's first part replaces the part that was opened for the file itself.
    if (this.#within.length > 0 && this.parts.at(-1)?.start === this.#length) this.parts.pop();
    this.parts.push({ page: this.parts.length + 1, title: storable(name) || null, start: this.#length });
  }

  /**
   * Reads an embedded file as separate parts, whose titles begin with the names of the files that contain it.
   * @param {string} name
   * @param {() => Promise<unknown>} read
   */
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
    const piece = whole.slice(0, MAX_TEXT_LENGTH - this.#length).toWellFormed();
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (piece.length < whole.length) this.stop(TOO_LONG);
  }

  /** Notes omitted content, with the name of the embedded file if inside one. @param {string} sentence */
  leaveOut(sentence) {
    this.#leftOut.push(this.#within.length > 0 ? `${this.#within.join(" › ")}: ${sentence}` : sentence);
  }

  /** Stops collecting. @param {string} sentence describes what is omitted */
  stop(sentence) {
    this.leaveOut(sentence);
    this.isFull = true;
  }

  get note() {
    return this.#leftOut.join(" ") || null;
  }

  judge() {
    if (!isLanguage(this.#pieces.join(""))) this.leaveOut(NO_LANGUAGE);
  }

  /** Returns the text with the note appended. @throws Unreadable when the text is illegible */
  end() {
    const text = this.#pieces.join("");
    if (!isLegible(text)) throw new Unreadable(ILLEGIBLE);
    return text + (this.note ? `\n\n[${this.note}]\n` : "");
  }
}

const NO_LANGUAGE =
  "This text isn't in any recognizable language, so search and models can't do much with it.";

const LOOKED_AT = 200_000;
// Share of nonspace characters that may be control characters or unassigned. More indicate binary data.
const MAX_ODD_SHARE = 0.1;
const ILLEGIBLE =
  "This file has no readable text: it's mostly not text. If it should be, save it as UTF-8 and add it again.";

/** Returns false for text that is mostly decoded binary data. @param {string} text */
function isLegible(text) {
  const seen = text.slice(0, LOOKED_AT).replaceAll(/\s+/g, "");
  const odd = seen.match(/[\ufffd\u0080-\u009f\p{Cn}\p{Co}]/gu)?.length ?? 0;
  return odd <= MAX_ODD_SHARE * seen.length;
}

/** Replaces NUL and lone surrogates, which PostgreSQL can't store. @param {string} text */
const storable = (text) => text.replaceAll("\0", " ").toWellFormed();
