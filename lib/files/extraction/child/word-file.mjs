// @ts-check
import { decodeBytes } from "./code-pages.mjs";
import { openCompound } from "./compound.mjs";
import { Unreadable } from "./output.mjs";
import { readParagraphRun, readRun } from "./word-properties.mjs";

/**
 * Word 97–2003 document (MS-DOC): its characters, assembled from pieces of the file, and their properties.
 * @typedef {import("./word-properties.mjs").ParagraphProperties} ParagraphProperties
 * @typedef {{ from: number, to: number, isDeleted: boolean }} Run offsets in the file
 * @typedef {{ from: number, to: number } & ParagraphProperties} ParagraphRun offsets in the file
 * @typedef {{ start: number, end: number, offset: number, width: 1 | 2 }} Piece `start` and `end`: character
 * positions; `offset`: in the file; `width`: bytes per character
 */

// Version in FibBase (2.5.2).
const WORD_97 = 0xa5ec;
const WORD_6 = [0xa5db, 0xa5dc];
const IS_ENCRYPTED = 0x0100;
const IS_TABLE_1 = 0x0200;
// Offset of FibRgFcLcb97 (2.5.6), which contains pairs of offset and length.
const PLACES = 0x9a;
const PAGE_BYTES = 512;
const MAX_PIECES = 1_000_000;

/** Structures by their index in FibRgFcLcb97. */
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

/** Encodings of Word 6 by language (MS-LCID), except for Western European languages. @type {Record<number, string>} */
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
  /** Number of characters of each part of the document, in order (2.5.4). */
  counts;

  /** @param {import("./compound.mjs").Compound} compound @throws Unreadable when it is encrypted */
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

  /** @param {number} start @param {number} end character positions */
  text(start, end) {
    return this.#text.slice(start, end);
  }

  /** Returns true if a tracked change deletes the character. @param {number} at */
  isDeleted(at) {
    return this.#find(this.#runs, at)?.isDeleted ?? false;
  }

  /**
   * Returns the properties of the paragraph that a character ends.
   * @param {number} at
   * @returns {ParagraphProperties | undefined}
   */
  paragraph(at) {
    return this.#find(this.#paragraphs, at);
  }

  /** Returns a structure of the table stream. @param {number} number */
  bytes(number) {
    if (!this.#isWord97) return Buffer.alloc(0);
    const at = PLACES + 8 * number;
    if (at + 8 > this.#main.length) return Buffer.alloc(0);
    const start = this.#main.readUInt32LE(at);
    return this.#table.subarray(start, start + this.#main.readUInt32LE(at + 4));
  }

  /** Returns the table stream from a structure on. @param {number} number */
  bytesFrom(number) {
    const own = this.bytes(number);
    return own.length === 0 ? own : this.#table.subarray(own.byteOffset - this.#table.byteOffset);
  }

  /**
   * Returns the positions in a PLC (2.2.2) with items of the given length.
   * @param {number} number
   * @param {number} bytes
   */
  places(number, bytes) {
    const table = this.bytes(number);
    if (table.length < 4) return [];
    const items = Math.floor((table.length - 4) / (4 + bytes));
    return Array.from({ length: items + 1 }, (_, at) => table.readUInt32LE(4 * at));
  }

  /** Reads Clx (2.9.38). Word 6 may store the whole text as one piece instead. @returns {Piece[]} */
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

  /**
   * Reads the text of a piece, cut or padded to the declared number of characters, so that positions match.
   * @param {Piece} piece
   */
  #readPiece({ start, end, offset, width }) {
    const length = Math.max(0, end - start);
    const bytes = this.#main.subarray(offset, offset + length * width);
    const text = width === 2 ? bytes.toString("utf16le") : this.#narrow(bytes);
    return text.length === length ? text : text.slice(0, length).padEnd(Math.min(length, MAX_PIECES), "\0");
  }

  /** @param {Buffer} bytes */
  #narrow(bytes) {
    // Pads with NUL, because a text with multibyte characters has fewer characters than bytes.
    const text = decodeBytes(bytes, this.#encoding);
    return text.length === bytes.length ? text : text.padEnd(bytes.length, "\0");
  }

  /**
   * Reads pages of formatting properties (FKPs, 2.9.33 and 2.9.175) with the byte ranges that they apply to.
   * @template T
   * @param {number} number index of the table of pages
   * @param {number} width length of an entry
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

  /**
   * @template {{ from: number, to: number }} T
   * @param {T[]} runs
   * @param {number} at character position
   */
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

/**
 * Returns the last item that starts at or before a position (binary search).
 * @template T
 * @param {T[]} sorted
 * @param {number} at
 * @param {(one: T) => number} start
 */
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
