// @ts-check
import { decodeBytes } from "./code-pages.mjs";
import { openCompound } from "./compound.mjs";
import { Unreadable } from "./output.mjs";
import { readParagraphRun, readRun } from "./word-properties.mjs";

/**
 * A document of Word before 2007 (MS-DOC): its characters, from pieces of the file, and what is said of them.
 * @typedef {import("./word-properties.mjs").ParagraphProperties} ParagraphProperties
 * @typedef {{ from: number, to: number, isDeleted: boolean }} Run in bytes of the file
 * @typedef {{ from: number, to: number } & ParagraphProperties} ParagraphRun in bytes of the file
 * @typedef {{ start: number, end: number, offset: number, width: 1 | 2 }} Piece characters of the text, and where they are in the file
 */

/** FibBase (2.5.2). */
const WORD_97 = 0xa5ec;
const WORD_6 = [0xa5db, 0xa5dc];
const IS_ENCRYPTED = 0x0100;
const IS_TABLE_1 = 0x0200;
/** FibRgFcLcb97 (2.5.6): where pairs of a place and a length begin. */
const PLACES = 0x9a;
const PAGE_BYTES = 512;
/** Honest documents have some ten thousand. */
const MAX_PIECES = 1_000_000;

/** Tables of the file by their number in FibRgFcLcb97. */
export const TABLES = {
  footnoteReferences: 2,
  footnotes: 3,
  commentReferences: 4,
  comments: 5,
  headers: 11,
  characters: 12,
  paragraphs: 13,
  pieces: 33,
  commentAuthors: 36,
  endnoteReferences: 46,
  endnotes: 47,
  textBoxes: 56,
  headerTextBoxes: 58,
  lists: 73,
  listNames: 74,
};

/** Encodings of Word 6 by the language of the document (MS-LCID), where it is none of Western Europe. @type {Record<number, string>} */
const LANGUAGES = {
  1: "windows-1256",
  2: "windows-1251",
  4: "gb18030",
  5: "windows-1250",
  8: "windows-1253",
  13: "windows-1255",
  14: "windows-1250",
  17: "shift_jis",
  18: "euc-kr",
  21: "windows-1250",
  25: "windows-1251",
  31: "windows-1254",
  34: "windows-1251",
};

export class WordFile {
  /** @type {Buffer} */
  #main;
  /** @type {Buffer} */
  #table;
  #isWord97;
  #encoding;
  /** @type {Piece[]} */
  #pieces;
  /** @type {Run[]} */
  #runs = [];
  /** @type {ParagraphRun[]} */
  #paragraphs = [];
  #text = "";
  /** Characters of each of the texts of the document, in their order (2.5.4). */
  counts;

  /** @param {import("./compound.mjs").Compound} compound @throws Unreadable when it is protected */
  constructor(compound) {
    const main = compound.read("WordDocument");
    const magic = main?.readUInt16LE(0) ?? 0;
    if (!main || (magic !== WORD_97 && !WORD_6.includes(magic))) throw new Error("no document of Word");
    const flags = main.readUInt16LE(0x0a);
    if (flags & IS_ENCRYPTED) throw new Unreadable("This document is protected with a password.");
    this.#main = main;
    this.#isWord97 = magic === WORD_97;
    this.#table = this.#isWord97
      ? (compound.read(flags & IS_TABLE_1 ? "1Table" : "0Table") ?? Buffer.alloc(0))
      : main;
    this.#encoding = this.#isWord97 ? "windows-1252" : encodingOfLanguage(main.readUInt16LE(6));
    const base = this.#isWord97 ? 0x4c : 0x34;
    const count = (/** @type {number} */ at) => Math.max(0, main.readInt32LE(base + 4 * at));
    this.counts = {
      body: count(0),
      footnotes: count(1),
      headers: count(2),
      comments: count(4),
      endnotes: count(5),
      textBoxes: count(6),
      headerTextBoxes: count(7),
    };
    this.#pieces = this.#readPieces();
    this.#text = this.#pieces.map((piece) => this.#readPiece(piece)).join("");
    if (!this.#isWord97) return;
    this.#runs = this.#readPages(TABLES.characters, 1, readRun);
    this.#paragraphs = this.#readPages(TABLES.paragraphs, 13, readParagraphRun);
  }

  /** @param {number} start @param {number} end in characters */
  text(start, end) {
    return this.#text.slice(start, end);
  }

  /** Whether tracked changes delete a character. @param {number} at */
  isDeleted(at) {
    return this.#find(this.#runs, at)?.isDeleted ?? false;
  }

  /** Of the paragraph that a character ends. @param {number} at @returns {ParagraphProperties | undefined} */
  paragraph(at) {
    return this.#find(this.#paragraphs, at);
  }

  /** A table of the file by its number. @param {number} number */
  bytes(number) {
    if (!this.#isWord97) return Buffer.alloc(0);
    const at = PLACES + 8 * number;
    if (at + 8 > this.#main.length) return Buffer.alloc(0);
    const start = this.#main.readUInt32LE(at);
    return this.#table.subarray(start, start + this.#main.readUInt32LE(at + 4));
  }

  /** A table of the file and all that stands behind it. @param {number} number */
  bytesFrom(number) {
    const own = this.bytes(number);
    return own.length === 0 ? own : this.#table.subarray(own.byteOffset - this.#table.byteOffset);
  }

  /** The places in a PLC (2.2.2), whose items have so many bytes. @param {number} number @param {number} bytes */
  places(number, bytes) {
    const table = this.bytes(number);
    if (table.length < 4) return [];
    const items = Math.floor((table.length - 4) / (4 + bytes));
    return Array.from({ length: items + 1 }, (_, at) => table.readUInt32LE(4 * at));
  }

  /** Clx (2.9.38), or all as one piece as Word 6 may have it. @returns {Piece[]} */
  #readPieces() {
    const total = Object.values(this.counts).reduce((sum, length) => sum + length, 0);
    const table = this.#isWord97 ? this.bytes(TABLES.pieces) : this.#oldPieces();
    let at = 0;
    while (table[at] === 1) at += 3 + table.readUInt16LE(at + 1);
    if (table[at] !== 2 && this.#isWord97) throw new Error("no pieces");
    if (table[at] !== 2) return [{ start: 0, end: total, offset: this.#main.readUInt32LE(0x18), width: 1 }];
    const count = Math.floor((table.readUInt32LE(at + 1) - 4) / 12);
    if (count > MAX_PIECES) throw new Error("too many pieces");
    const places = at + 5;
    const pieces = places + 4 * (count + 1);
    return Array.from({ length: count }, (_, number) => {
      const place = table.readUInt32LE(pieces + 8 * number + 2);
      const isNarrow = !this.#isWord97 || (place & 0x40000000) !== 0;
      const offset = this.#isWord97 && isNarrow ? (place & 0x3fffffff) >>> 1 : place & 0x3fffffff;
      return {
        start: table.readUInt32LE(places + 4 * number),
        end: table.readUInt32LE(places + 4 * (number + 1)),
        offset,
        width: isNarrow ? 1 : 2,
      };
    });
  }

  #oldPieces() {
    const start = this.#main.readUInt32LE(0x160);
    return this.#main.subarray(start, start + this.#main.readUInt32LE(0x164));
  }

  /** Its text has as many characters as the piece says, so that places fit. @param {Piece} piece */
  #readPiece({ start, end, offset, width }) {
    const length = Math.max(0, end - start);
    const bytes = this.#main.subarray(offset, offset + length * width);
    const text = width === 2 ? bytes.toString("utf16le") : this.#narrow(bytes);
    return text.length === length ? text : text.slice(0, length).padEnd(Math.min(length, MAX_PIECES), "\0");
  }

  /** @param {Buffer} bytes */
  #narrow(bytes) {
    // A character of several bytes stands at its first one.
    const text = decodeBytes(bytes, this.#encoding);
    return text.length === bytes.length ? text : text.padEnd(bytes.length, "\0");
  }

  /**
   * Pages of properties (2.9.33, 2.9.175): runs of bytes, each with where what is said of it stands on the page.
   * @template T
   * @param {number} number of the table of pages @param {number} width of an entry
   * @param {(page: Buffer, at: number) => T} readProperties
   * @returns {(T & { from: number, to: number })[]}
   */
  #readPages(number, width, readProperties) {
    const table = this.bytes(number);
    const count = Math.floor((table.length - 4) / 8);
    const runs = [];
    for (let at = 0; at < count; at++) {
      const start = (table.readUInt32LE(4 * (count + 1) + 4 * at) & 0x3fffff) * PAGE_BYTES;
      const page = this.#main.subarray(start, start + PAGE_BYTES);
      if (page.length < PAGE_BYTES) continue;
      const entries = page[PAGE_BYTES - 1] ?? 0;
      for (let entry = 0; entry < entries && 4 * (entries + 1) + width * entry < PAGE_BYTES; entry++)
        runs.push({
          from: page.readUInt32LE(4 * entry),
          to: page.readUInt32LE(4 * (entry + 1)),
          ...readProperties(page, 2 * (page[4 * (entries + 1) + width * entry] ?? 0)),
        });
    }
    return runs.sort((a, b) => a.from - b.from);
  }

  /** @template {{ from: number, to: number }} T @param {T[]} runs @param {number} at a character */
  #find(runs, at) {
    const piece = search(this.#pieces, at, (one) => one.start);
    if (!piece || at >= piece.end) return undefined;
    const place = piece.offset + (at - piece.start) * piece.width;
    const run = search(runs, place, (one) => one.from);
    return run && place < run.to ? run : undefined;
  }
}

/** @param {Buffer} bytes of a file */
export const openWord = (bytes) => {
  const compound = openCompound(bytes);
  return { compound, file: new WordFile(compound) };
};

/** The last one that begins at a place or before it. @template T @param {T[]} sorted @param {number} at @param {(one: T) => number} start */
function search(sorted, at, start) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start(/** @type {T} */ (sorted[middle])) <= at) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

/** @param {number} language */
const encodingOfLanguage = (language) =>
  language === 0x0404 ? "big5" : (LANGUAGES[language & 0x3ff] ?? "windows-1252");
