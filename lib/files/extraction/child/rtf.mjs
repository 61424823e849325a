// @ts-check
import { readFile } from "node:fs/promises";
import { decodeBytes, getCodePageEncoding } from "./code-pages.mjs";
import { extractOle1File } from "./compound.mjs";
import { extractEmbeddedFiles, readEmbedded } from "./embedded.mjs";
import { Unreadable } from "./output.mjs";
import { RtfLayout } from "./rtf-layout.mjs";
import { CHARACTERS, CHARSETS, ENCODINGS, MATH_PROPERTIES, SEEN, UNSEEN } from "./rtf-words.mjs";

const MAX_DEPTH = 5_000;
// Limit for all embedded objects of a document, in hexadecimal digits.
const MAX_OBJECT_CHARACTERS = 100 * 1024 * 1024;

/**
 * @typedef {{ isUnseen: boolean, skip: number, font: number, kind: string, isLabel: boolean, isDeleted: boolean,
 * style: number }} Group
 * `skip`: number of fallback characters after each Unicode character (\uc). `kind`: the destination.
 * `isLabel`: the group holds the number of a list item
 */

/** Reads RTF written by WordPad, Word and other programs. @type {import("./readers.mjs").Read} */
export async function readRtf(path, output, tell) {
  const rtf = (await readFile(path)).toString("latin1");
  if (!rtf.startsWith("{\\rtf")) throw new Unreadable("This file isn't an RTF document.");
  const { text, hasDeleted, objects } = new Rtf().read(rtf);
  output.add(text);
  if (hasDeleted) output.leaveOut("Text deleted in tracked changes is left out.");
  await readEmbedded(await extractEmbeddedFiles(objects, extractOle1File), output, tell);
}

/** Returns the text of RTF from a buffer. @param {Buffer} bytes */
export const extractRtfText = (bytes) => new Rtf().read(bytes.toString("latin1")).text;

class Rtf {
  #layout = new RtfLayout();
  /** @type {Group} */
  #group = { isUnseen: false, skip: 1, font: -1, kind: "", isLabel: false, isDeleted: false, style: -1 };
  /** @type {Group[]} */
  #groups = [];
  #encoding = "windows-1252";
  /** @type {Map<number, string>} */
  #fonts = new Map();
  #defaultFont = -1;
  #styleName = "";
  /** Incomplete bytes of a multibyte character. @type {number[]} */
  #bytes = [];
  #skipped = 0;
  #styleOf = -1;
  /** True after \*, which marks a destination that unaware readers skip. */
  #isIgnorable = false;
  #fontOf = 0;
  #author = "";
  #label = "";
  #isEndnote = false;
  /** True after a shape's text was read. The fallback for older programs repeats the text and is skipped. */
  #hasShapeText = false;
  #hasDeleted = false;
  /** Hexadecimal digits of the current object. @type {string[]} */
  #digits = [];
  #objectCharacters = 0;
  /** Embedded OLE 1 objects. @type {Buffer[]} */
  #objects = [];

  /** @param {string} rtf bytes as Latin-1 */
  read(rtf) {
    const token =
      /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([\da-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|[^\\{}\r\n]+/g;
    for (let found = token.exec(rtf); found; found = token.exec(rtf)) {
      const [whole, word, number, hex, sign, brace] = found;
      if (hex) this.#byte(Number.parseInt(hex, 16));
      else if (word === "bin") token.lastIndex += Math.max(0, Number(number) || 0);
      else if (word) this.#word(word, number === undefined ? undefined : Number(number));
      else if (brace) this.#brace(brace);
      else if (sign) this.#sign(sign);
      else if (this.#group.kind === "objdata") this.#addDigits(whole);
      else if (!/^[\r\n]/.test(whole)) for (const character of whole) this.#byte(character.charCodeAt(0));
    }
    this.#flush();
    return { text: this.#layout.end(), hasDeleted: this.#hasDeleted, objects: this.#objects };
  }

  /** @param {string} brace */
  #brace(brace) {
    this.#flush();
    if (brace === "{") {
      if (this.#groups.length >= MAX_DEPTH)
        throw new Unreadable("This file could not be read: it is nested too deeply.");
      this.#groups.push(this.#group);
      // \upr contains the same text twice. Both versions are hidden, and \ud shows the second, which is complete.
      const isUnseen = this.#group.isUnseen || this.#group.kind === "upr";
      this.#group = { ...this.#group, isUnseen, kind: "" };
      return;
    }
    const { kind, isUnseen } = this.#group;
    this.#group = this.#groups.pop() ?? this.#group;
    this.#close(kind, isUnseen);
  }

  /** @param {string} kind destination of the ending group @param {boolean} isUnseen */
  #close(kind, isUnseen) {
    if (kind === "style") {
      const [, level] = /^\s*heading (\d)/i.exec(this.#styleName) ?? [];
      if (level) this.#layout.addHeading(this.#styleOf, Number(level));
      this.#styleName = "";
    } else if (kind === "listtext") {
      if (!isUnseen) this.#layout.beginItem(this.#label);
      this.#label = "";
    } else if (kind === "objdata") {
      this.#objects.push(Buffer.from(this.#digits.join(""), "hex"));
      this.#digits = [];
    } else if (kind === "footnote") {
      this.#layout.closeAside(kind, this.#isEndnote ? "Endnote" : "Footnote");
      this.#isEndnote = false;
    } else if (kind === "annotation") {
      this.#layout.closeAside(kind, this.#author ? `Comment by ${this.#author.trim()}` : "Comment");
      this.#author = "";
    } else if (kind === "shptxt" || kind === "header" || kind === "footer") this.#layout.closeAside(kind, "");
  }

  /** @param {string} sign */
  #sign(sign) {
    this.#flush();
    if (sign === "*") this.#isIgnorable = true;
    else if (sign === "\n" || sign === "\r") this.#word("par", undefined);
    else if (sign === "-") return;
    else this.#say(CHARACTERS[sign] ?? sign);
  }

  /** @param {string} word @param {number | undefined} number */
  #word(word, number) {
    this.#flush();
    const isIgnorable = this.#isIgnorable;
    this.#isIgnorable = false;
    const group = this.#group;
    if (word === "ud") group.isUnseen = this.#groups.at(-1)?.isUnseen ?? false;
    if (this.#define(word, number)) return;
    if (
      UNSEEN.has(word) ||
      MATH_PROPERTIES.test(word) ||
      (isIgnorable && !SEEN.has(word)) ||
      (word === "shprslt" && this.#hasShapeText)
    ) {
      group.isUnseen = true;
      if (word === "objdata") group.kind = word;
      return;
    }
    if (group.isUnseen) return;
    if (word === "u") {
      this.#say(String.fromCharCode((number ?? 0) & 0xffff));
      this.#skipped = group.skip;
    } else if (CHARACTERS[word]) this.#say(CHARACTERS[word]);
    else if (!this.#open(word)) this.#format(word, number);
  }

  /**
   * Handles font and style tables.
   * @param {string} word
   * @param {number | undefined} number
   * @returns {boolean} true if the word was handled
   */
  #define(word, number) {
    const group = this.#group;
    if (word === "fonttbl" || word === "stylesheet") group.kind = word;
    if (word === "f" && this.#isWithin("fonttbl")) this.#fontOf = number ?? 0;
    if (word === "fcharset") this.#fonts.set(this.#fontOf, CHARSETS[number ?? 0] ?? "");
    else if (word === "cpg") this.#fonts.set(this.#fontOf, getCodePageEncoding(number ?? 1252));
    else if (word === "s" && this.#isWithin("stylesheet")) {
      group.kind = "style";
      this.#styleOf = number ?? -1;
    } else return false;
    return true;
  }

  /** Opens asides. @param {string} word @returns {boolean} true if the word was handled */
  #open(word) {
    const group = this.#group;
    if (word === "footnote" || word === "annotation") group.kind = word;
    else if (word === "shptxt" || word === "dptxbxtext") {
      group.kind = "shptxt";
      this.#hasShapeText = true;
    } else if (/^(header|footer)[lrf]?$/.test(word)) group.kind = word.slice(0, 6);
    else {
      if (word === "shp") this.#hasShapeText = false;
      if (word === "listtext" || word === "pntext") {
        group.kind = "listtext";
        group.isLabel = true;
      }
      if (word === "atnauthor" || word === "upr") group.kind = word;
      if (word === "ftnalt") this.#isEndnote = true;
      return false;
    }
    group.style = -1;
    this.#layout.openAside();
    return true;
  }

  /** @param {string} word @param {number | undefined} number */
  #format(word, number) {
    const group = this.#group;
    if (["par", "sect", "page", "column"].includes(word)) this.#layout.endParagraph();
    else if (word === "line" || word === "softline" || word === "lbr") this.#layout.break();
    else if (word === "cell" || word === "nestcell") this.#layout.endCell();
    else if (word === "row") this.#layout.endRow();
    else if (word === "pard") {
      group.style = -1;
      this.#layout.resetParagraph();
    } else if (word === "intbl") this.#layout.openRow();
    else if (word === "s") group.style = number ?? -1;
    else if (word === "outlinelevel" && number !== undefined && number < 6)
      this.#layout.addHeading(group.style, number + 1);
    else if (word === "uc") group.skip = Math.min(Math.max(number ?? 1, 0), 10);
    else if (word === "f") group.font = number ?? -1;
    else if (word === "plain") group.font = -1;
    else if (word === "deff") this.#defaultFont = number ?? -1;
    else if (word === "ansicpg") this.#encoding = getCodePageEncoding(number ?? 1252);
    else if (ENCODINGS[word]) this.#encoding = ENCODINGS[word];
    else if (word === "deleted") group.isDeleted = number !== 0;
  }

  /** @param {string} kind */
  #isWithin(kind) {
    return this.#group.kind === kind || this.#groups.some((group) => group.kind === kind);
  }

  /** @param {string} digits */
  #addDigits(digits) {
    this.#objectCharacters += digits.length;
    if (this.#objectCharacters > MAX_OBJECT_CHARACTERS)
      throw new Unreadable("This file could not be read: what is embedded in it is too large.");
    this.#digits.push(digits.replaceAll(/\s+/g, ""));
  }

  /** @param {number} byte */
  #byte(byte) {
    if (this.#skipped > 0) this.#skipped--;
    else this.#bytes.push(byte);
  }

  #flush() {
    this.#skipped = 0;
    if (this.#bytes.length === 0) return;
    const bytes = Buffer.from(this.#bytes);
    this.#bytes = [];
    const { font } = this.#group;
    const encoding = this.#fonts.get(font < 0 ? this.#defaultFont : font) || this.#encoding;
    this.#say(decodeBytes(bytes, encoding));
  }

  /** @param {string} words */
  #say(words) {
    this.#isIgnorable = false;
    const { isUnseen, isDeleted, isLabel, kind, style } = this.#group;
    if (kind === "style") this.#styleName += words;
    if (isUnseen) return;
    if (kind === "atnauthor") this.#author += words;
    else if (isLabel) this.#label += words;
    else if (isDeleted) this.#hasDeleted = true;
    else if (kind !== "style") this.#layout.say(words, style);
  }
}
