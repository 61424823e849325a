// @ts-check
import { Markdown } from "./markdown.mjs";
import { TABLES } from "./word-file.mjs";
import { WordLists } from "./word-lists.mjs";

/** @typedef {import("./word-file.mjs").WordFile} WordFile */

// Header and footer stories (MS-DOC 2.8.26): six separators, then six per section.
const SEPARATORS = 6;
const IS_FOOTER = [false, false, true, true, false, true];
// Lengths of FTXBXS and ATRDPre10 (2.9.100, 2.9.6).
const TEXT_BOX_BYTES = 22;
const COMMENT_BYTES = 30;
const COMMENT_AUTHOR = 20;

/** Replacements of special characters (2.4.1). @type {Record<string, string>} */
const CHARACTERS = { "\t": " ", "\u001e": "-", "\u001f": "" };
// Matches pictures, note and comment references, and other characters without text.
const isSpecial = (/** @type {string} */ character) => character < " " || character === "\ufffc";
// Delimiters of a field (2.8.25), and the maximum length of its instructions in characters.
const FIELD = { begin: "\u0013", result: "\u0014", end: "\u0015" };
const MAX_INSTRUCTION = 20_000;
const MARKS = new Set(["\r", "\u0007", "\f"]);

/** Converts a Word 97–2003 document to Markdown with inline notes and comments. @param {WordFile} file */
export function toWordMarkdown(file) {
  return new WordText(file).read();
}

class WordText {
  #file;
  /**
   * Notes, comments and text boxes by the character position of their reference.
   * @type {Map<number, { label: string, start: number, end: number }>}
   */
  #asides = new Map();
  hasDeleted = false;
  #lists;

  /** @param {WordFile} file */
  constructor(file) {
    this.#file = file;
    this.#lists = new WordLists(file.bytesFrom(TABLES.lists), file.bytes(TABLES.listNames));
  }

  read() {
    const { body, footnotes, headers, comments, endnotes, textBoxes } = this.#file.counts;
    const starts = { footnotes: body, headers: body + footnotes, comments: body + footnotes + headers };
    const endnotesStart = starts.comments + comments;
    const boxesStart = endnotesStart + endnotes;
    this.#place("Footnote", TABLES.footnoteReferences, TABLES.footnotes, starts.footnotes);
    this.#place("Endnote", TABLES.endnoteReferences, TABLES.endnotes, endnotesStart);
    this.#placeComments(starts.comments);
    const around = this.#around(starts.headers);
    const boxes = [
      ...this.#stories(TABLES.textBoxes, TEXT_BOX_BYTES, boxesStart),
      ...this.#stories(TABLES.headerTextBoxes, TEXT_BOX_BYTES, boxesStart + textBoxes),
    ];
    const pieces = [
      ...around.headers,
      this.#markdown(0, body),
      ...boxes.map(({ start, end }) => this.#markdown(start, end)),
      ...around.footers,
    ];
    return { text: pieces.filter(Boolean).join("\n\n"), hasDeleted: this.hasDeleted };
  }

  /**
   * Returns the ranges into which a structure divides a part of the document.
   * @param {number} table
   * @param {number} bytes of an item
   * @param {number} start of the part
   */
  #stories(table, bytes, start) {
    const places = this.#file.places(table, bytes);
    return places.slice(1).map((end, at) => ({ start: start + (places[at] ?? 0), end: start + end }));
  }

  /** @param {string} label @param {number} references @param {number} texts @param {number} start */
  #place(label, references, texts, start) {
    const stories = this.#stories(texts, 0, start);
    for (const [at, place] of this.#file.places(references, 2).slice(0, -1).entries()) {
      const story = stories[at];
      if (story) this.#asides.set(place, { label, ...story });
    }
  }

  /** @param {number} start */
  #placeComments(start) {
    const references = this.#file.bytes(TABLES.commentReferences);
    const places = this.#file.places(TABLES.commentReferences, COMMENT_BYTES);
    const stories = this.#stories(TABLES.comments, 0, start);
    const authors = this.#authors();
    for (const [at, place] of places.slice(0, -1).entries()) {
      const story = stories[at];
      const author =
        authors[references.readUInt16LE(4 * places.length + COMMENT_BYTES * at + COMMENT_AUTHOR)];
      if (story) this.#asides.set(place, { label: author ? `Comment by ${author}` : "Comment", ...story });
    }
  }

  /** Reads length-prefixed strings (2.7.2). */
  #authors() {
    const bytes = this.#file.bytes(TABLES.commentAuthors);
    /** @type {string[]} */
    const authors = [];
    for (let at = 0; at + 2 <= bytes.length; ) {
      const end = at + 2 + 2 * bytes.readUInt16LE(at);
      authors.push(bytes.toString("utf16le", at + 2, end));
      at = end;
    }
    return authors;
  }

  /** Returns distinct headers and footers. @param {number} start */
  #around(start) {
    /** @type {{ headers: Set<string>, footers: Set<string> }} */
    const found = { headers: new Set(), footers: new Set() };
    for (const [at, story] of this.#stories(TABLES.headers, 0, start).entries()) {
      if (at < SEPARATORS) continue;
      const text = this.#markdown(story.start, Math.min(story.end, start + this.#file.counts.headers));
      if (text) found[IS_FOOTER[at % SEPARATORS] ? "footers" : "headers"].add(text);
    }
    return found;
  }

  /** @param {number} start @param {number} end */
  #markdown(start, end) {
    const md = new Markdown();
    const fields = this.#fields;
    this.#fields = [];
    this.#write(md, start, end);
    this.#fields = fields;
    return String(md);
  }

  /** @param {Markdown} md @param {number} start @param {number} end */
  #write(md, start, end) {
    let isInTable = false;
    for (let at = start; at < end; ) {
      const next = this.#paragraphEnd(at, end);
      const properties = this.#file.paragraph(next - 1);
      const mark = this.#file.text(next - 1, next);
      if (properties?.isInTable && !isInTable) {
        md.openTable();
        md.row();
      } else if (!properties?.isInTable && isInTable) md.closeTable();
      isInTable = properties?.isInTable ?? false;
      if (isInTable) this.#writeCell(md, { at, next, mark, properties });
      else this.#writeParagraph(md, { at, next, properties });
      at = next;
    }
    if (isInTable) md.closeTable();
  }

  #isCellOpen = false;
  #isInList = false;

  /** @param {Markdown} md @param {{ at: number, next: number, mark: string, properties: import("./word-file.mjs").ParagraphProperties | undefined }} paragraph */
  #writeCell(md, { at, next, mark, properties }) {
    if (properties?.isRowEnd && mark === "\x07") {
      if (this.#isCellOpen) md.closeCell();
      this.#isCellOpen = false;
      return md.row();
    }
    if (properties?.isInnerRowEnd) return md.text(" ");
    if (!this.#isCellOpen) md.openCell();
    this.#isCellOpen = true;
    this.#writeWords(md, at, next);
    if (mark === "\x07") {
      md.closeCell();
      this.#isCellOpen = false;
    } else md.text(properties?.isInnerCell ? " · " : " ");
  }

  /** @param {Markdown} md @param {{ at: number, next: number, properties: import("./word-file.mjs").ParagraphProperties | undefined }} paragraph */
  #writeParagraph(md, { at, next, properties }) {
    const isItem = Boolean(properties?.list && !properties.level);
    const number = properties?.list ? this.#lists.next(properties.list, properties.depth) : "";
    if (this.#isInList && !isItem) md.break();
    this.#isInList = isItem;
    if (properties?.level && this.#file.text(at, next).trim()) md.heading(properties.level);
    else if (isItem) md.verbatim("  ".repeat(properties?.depth ?? 0));
    if (number) md.verbatim(`${number} `);
    else if (isItem) md.verbatim("- ");
    this.#writeWords(md, at, next);
    if (isItem) md.break();
    else md.paragraph();
  }

  /** Returns the position after the mark that ends a paragraph, cell or page. @param {number} at @param {number} end */
  #paragraphEnd(at, end) {
    const text = this.#file.text(at, end);
    for (let length = 0; length < text.length; length++)
      if (MARKS.has(text[length] ?? "")) return at + length + 1;
    return end;
  }

  /** Stack of open fields: true in the result, which is displayed, false in the instructions. @type {boolean[]} */
  #fields = [];

  /** @param {Markdown} md @param {number} start @param {number} end */
  #writeWords(md, start, end) {
    const text = this.#file.text(start, end);
    let words = "";
    for (let at = 0; at < text.length; at++) {
      const character = text[at] ?? "";
      if (character === FIELD.begin) {
        if (this.#isField(start + at)) this.#fields.push(false);
      } else if (character === FIELD.result) this.#fields[this.#fields.length - 1] = true;
      else if (character === FIELD.end) this.#fields.pop();
      else if (this.#fields.includes(false)) continue;
      else if (this.#file.isDeleted(start + at)) this.hasDeleted ||= character.trim() !== "";
      else if (character === "\v") {
        md.text(words);
        words = "";
        md.break();
      } else if (this.#asides.has(start + at)) {
        md.text(words);
        words = "";
        this.#writeAside(md, start + at);
      } else words += CHARACTERS[character] ?? (isSpecial(character) ? "" : character);
    }
    md.text(words);
  }

  /** Returns true if the field that begins at a position has a result or an end. @param {number} begin */
  #isField(begin) {
    let depth = 0;
    for (const character of this.#file.text(begin + 1, begin + MAX_INSTRUCTION)) {
      if (depth === 0 && (character === FIELD.result || character === FIELD.end)) return true;
      if (character === FIELD.begin) depth++;
      else if (character === FIELD.end) depth--;
    }
    return false;
  }

  /** @param {Markdown} md @param {number} at */
  #writeAside(md, at) {
    const aside = this.#asides.get(at);
    this.#asides.delete(at);
    if (!aside) return;
    md.begin();
    md.text(this.#markdown(aside.start, aside.end));
    md.aside(aside.label);
  }
}
