// @ts-check
import { readFile } from "node:fs/promises";
import { Markdown } from "./markdown.mjs";
import { Unreadable } from "./output.mjs";

/** Groups within groups; honest documents have a few dozen. */
const DEEPEST = 5_000;

/** What is not in the text that people see (RTF 1.9.1). */
const UNSEEN = new Set(
  "fonttbl colortbl stylesheet info pict object objdata themedata colorschememapping listtable listoverridetable listtext pntext pntxta pntxtb rsidtbl generator xmlnstbl fldinst datastore latentstyles revtbl userprops filetbl ftnsep ftnsepc aftnsep bkmkstart bkmkend atnid atndate atnref atrfstart atrfend pgdsctbl nonshppict shpinst mmathPr do".split(
    " ",
  ),
);
/** Destinations that others may leave out, and that have words. */
const SEEN = new Set("footnote annotation atnauthor shptxt shprslt shppict".split(" "));
/** What stands for a character. @type {Record<string, string>} */
const CHARACTERS = {
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  emspace: " ",
  enspace: " ",
  tab: " ",
  "~": "\u00a0",
  _: "-",
};
/** Encodings of fonts by their `fcharset`. @type {Record<number, string>} */
const CHARSETS = {
  128: "shift_jis",
  129: "euc-kr",
  134: "gb18030",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250",
};
/** Encodings of a whole document by its `ansicpg`. @param {number} page */
const encodingOf = (page) =>
  ({
    932: "shift_jis",
    936: "gb18030",
    949: "euc-kr",
    950: "big5",
    866: "ibm866",
    874: "windows-874",
    65001: "utf-8",
  })[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : "windows-1252");

/**
 * @typedef {{ isUnseen: boolean, skip: number, font: number, kind: string, isDeleted: boolean, style: number }} Group
 * `skip`: how many characters stand beside each of Unicode, for readers that do not know it. `kind`: its destination
 */

/** A text of WordPad, Word and others. @type {import("./readers.mjs").Read} */
export async function readRtf(path, output) {
  const rtf = (await readFile(path)).toString("latin1");
  if (!rtf.startsWith("{\\rtf")) throw new Unreadable("This file is no RTF document.");
  const { text, hasDeleted } = new Rtf().read(rtf);
  output.add(text);
  if (hasDeleted) output.leaveOut("Text that tracked changes delete is left out.");
}

class Rtf {
  #md = new Markdown();
  /** @type {Group} */
  #group = { isUnseen: false, skip: 1, font: -1, kind: "", isDeleted: false, style: -1 };
  /** @type {Group[]} */
  #groups = [];
  #encoding = "windows-1252";
  /** @type {Map<number, string>} */
  #fonts = new Map();
  /** Which styles are headings, and of which level. @type {Map<number, number>} */
  #headings = new Map();
  /** The name of the style that is defined. */
  #styleName = "";
  /** Bytes that wait for the next ones of their character. @type {number[]} */
  #bytes = [];
  #skipped = 0;
  /** What the next word begins. @type {"" | "item" | "table" | undefined} */
  #begins = "";
  /** Of which style. */
  #styleOf = -1;
  /** What comes next may be left out by readers that do not know it. */
  #isIgnorable = false;
  /** The font that is defined. */
  #fontOf = 0;
  /** The paragraph stands in a table. */
  #isRowOpen = false;
  /** The paragraph is an item of a list. */
  #isItem = false;
  #isInTable = false;
  #isInCell = false;
  #author = "";
  /** Headers and footers, once each. @type {{ header: Set<string>, footer: Set<string> }} */
  #around = { header: new Set(), footer: new Set() };
  #hasDeleted = false;

  /** @param {string} rtf its bytes as Latin-1 @returns {{ text: string, hasDeleted: boolean }} */
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
      else if (!/^[\r\n]/.test(whole)) for (const character of whole) this.#byte(character.charCodeAt(0));
    }
    this.#flush();
    this.#endTable();
    const text = [...this.#around.header, String(this.#md), ...this.#around.footer]
      .filter(Boolean)
      .join("\n\n");
    return { text, hasDeleted: this.#hasDeleted };
  }

  /** @param {string} brace */
  #brace(brace) {
    this.#flush();
    if (brace === "{") {
      if (this.#groups.length >= DEEPEST)
        throw new Unreadable("This file could not be read: it is nested too deeply.");
      this.#groups.push(this.#group);
      this.#group = { ...this.#group, kind: "" };
      return;
    }
    const { kind } = this.#group;
    this.#group = this.#groups.pop() ?? this.#group;
    if (kind === "style") {
      const [, level] = /^\s*heading (\d)/i.exec(this.#styleName) ?? [];
      if (level) this.#headings.set(this.#styleOf, Number(level));
      this.#styleName = "";
    } else if (kind === "footnote") this.#md.aside("Footnote");
    else if (kind === "annotation") {
      this.#md.aside(this.#author ? `Comment by ${this.#author.trim()}` : "Comment");
      this.#author = "";
    } else if (kind === "header" || kind === "footer") {
      const said = this.#md.take().trim();
      if (said) this.#around[kind].add(said);
    }
  }

  /** @param {string} sign */
  #sign(sign) {
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
    if (word === "fonttbl" || word === "stylesheet") group.kind = word;
    if (word === "f" && this.#isWithin("fonttbl")) this.#fontOf = number ?? 0;
    if (word === "fcharset") return void this.#fonts.set(this.#fontOf, CHARSETS[number ?? 0] ?? "");
    if (word === "s" && this.#isWithin("stylesheet")) {
      group.kind = "style";
      this.#styleOf = number ?? -1;
      return;
    }
    if (word === "listtext" || word === "pntext") this.#begins = "item";
    if (UNSEEN.has(word) || (isIgnorable && !SEEN.has(word))) {
      group.isUnseen = true;
      return;
    }
    if (group.isUnseen) return;
    if (word === "u") {
      this.#say(String.fromCharCode((number ?? 0) & 0xffff));
      this.#skipped = group.skip;
    } else if (CHARACTERS[word]) this.#say(CHARACTERS[word]);
    else this.#layout(word, number);
  }

  /** @param {string} word @param {number | undefined} number */
  #layout(word, number) {
    const group = this.#group;
    if (word === "par" || word === "sect" || word === "page") this.#paragraph();
    else if (word === "line") this.#md.break();
    else if (word === "cell" || word === "nestcell") this.#cell();
    else if (word === "row") this.#row();
    else if (word === "pard") {
      group.style = -1;
      this.#begins = "";
      this.#isRowOpen = false;
    } else if (word === "intbl") this.#isRowOpen = true;
    else if (word === "s") group.style = number ?? -1;
    else if (word === "outlinelevel" && number !== undefined && number < 6)
      this.#headings.set(group.style, number + 1);
    else if (word === "uc") group.skip = Math.min(Math.max(number ?? 1, 0), 10);
    else if (word === "f") group.font = number ?? -1;
    else if (word === "plain") group.font = -1;
    else if (word === "ansicpg") this.#encoding = encodingOf(number ?? 1252);
    else if (word === "deleted") group.isDeleted = number !== 0;
    else if (word === "footnote" || word === "annotation") {
      group.kind = word;
      group.style = -1;
      this.#md.begin();
    } else if (/^(header|footer)[lrf]?$/.test(word)) {
      group.kind = word.slice(0, 6);
      this.#md.begin();
    } else if (word === "atnauthor") group.kind = word;
  }

  /** @param {string} kind */
  #isWithin(kind) {
    return this.#group.kind === kind || this.#groups.some((group) => group.kind === kind);
  }

  /** @param {number} byte */
  #byte(byte) {
    if (this.#skipped > 0) this.#skipped--;
    else this.#bytes.push(byte);
  }

  #flush() {
    this.#skipped = 0;
    if (this.#bytes.length === 0) return;
    const bytes = Uint8Array.from(this.#bytes);
    this.#bytes = [];
    this.#say(new TextDecoder(this.#fonts.get(this.#group.font) || this.#encoding).decode(bytes));
  }

  /** @param {string} words */
  #say(words) {
    this.#isIgnorable = false;
    const { isUnseen, isDeleted, kind, style } = this.#group;
    if (kind === "style") this.#styleName += words;
    if (isUnseen) return;
    if (kind === "atnauthor") this.#author += words;
    else if (isDeleted) this.#hasDeleted = true;
    else if (kind !== "style") {
      this.#begin(style);
      this.#md.text(words);
    }
  }

  /** What stands before the first words of a paragraph. @param {number} style */
  #begin(style) {
    if (this.#begins === undefined) return;
    const level = this.#headings.get(style);
    if (this.#isRowOpen) this.#openCell();
    else if (this.#isInTable) this.#endTable();
    const isItem = this.#begins === "item";
    if (this.#isItem && !isItem) this.#md.break();
    this.#isItem = isItem;
    if (isItem) this.#md.verbatim("- ");
    else if (level && !this.#isRowOpen) this.#md.heading(level);
    this.#begins = undefined;
  }

  #paragraph() {
    if (this.#isItem && this.#begins === undefined) this.#md.break();
    else this.#md.paragraph();
    this.#begins = "";
  }

  #openCell() {
    if (!this.#isInTable) {
      this.#md.openTable();
      this.#md.row();
    }
    if (!this.#isInCell) this.#md.openCell();
    this.#isInTable = this.#isInCell = true;
  }

  #cell() {
    this.#openCell();
    this.#md.closeCell();
    this.#isInCell = false;
    this.#begins = "";
  }

  #row() {
    if (!this.#isInTable) return;
    if (this.#isInCell) this.#cell();
    this.#md.row();
    this.#begins = "";
  }

  #endTable() {
    if (!this.#isInTable) return;
    this.#md.closeTable();
    this.#isInTable = this.#isInCell = false;
  }
}
