// @ts-check
import { Markdown } from "./markdown.mjs";

/**
 * Where a text of RTF stands: paragraphs, items of lists, cells of tables, and what is written beside the text.
 * @typedef {{ begins: "" | "item" | "table" | undefined, label: string, isRowOpen: boolean, isItem: boolean, isInTable: boolean, isInCell: boolean }} Place
 * `begins`: how the next word begins, undefined within a paragraph. `label`: of an item. `isRowOpen`: the paragraph stands in a table
 */

/** @returns {Place} */
const newPlace = () => ({
  begins: "",
  label: "",
  isRowOpen: false,
  isItem: false,
  isInTable: false,
  isInCell: false,
});

export class RtfLayout {
  #md = new Markdown();
  #place = newPlace();
  /** Of the texts that what is written now stands beside. @type {Place[]} */
  #places = [];
  /** Which styles are headings, and of which level. @type {Map<number, number>} */
  #headings = new Map();
  /** Headers and footers, once each. @type {{ header: Set<string>, footer: Set<string> }} */
  #around = { header: new Set(), footer: new Set() };
  /** Text boxes of a paragraph, which stand behind it. @type {string[]} */
  #boxes = [];

  /** The whole text. */
  end() {
    this.#addBoxes();
    this.#endTable();
    return [...this.#around.header, String(this.#md), ...this.#around.footer].filter(Boolean).join("\n\n");
  }

  /** @param {number} style @param {number} level */
  addHeading(style, level) {
    this.#headings.set(style, level);
  }

  /** Begins a text that stands beside the one that is written. */
  openAside() {
    this.#places.push(this.#place);
    this.#place = newPlace();
    this.#md.begin();
  }

  /** @param {string} kind @param {string} label */
  closeAside(kind, label) {
    this.#endTable();
    this.#place = this.#places.pop() ?? newPlace();
    if (kind === "shptxt") {
      const box = this.#md.take().trim();
      if (box) this.#boxes.push(box);
    } else if (kind === "header" || kind === "footer") {
      const text = this.#md.take().trim();
      if (text) this.#around[kind].add(text);
    } else this.#md.aside(label);
  }

  /** @param {string} words @param {number} style of their paragraph */
  say(words, style) {
    this.#begin(style);
    this.#md.text(words);
  }

  break() {
    this.#md.break();
  }

  /** What comes next is an item of a list. @param {string} [label] as the document numbers it */
  beginItem(label = "") {
    this.#place.begins = "item";
    this.#place.label = /[\p{L}\p{N}]/u.test(label) ? label.replaceAll(/\s+/g, " ").trim() : "";
  }

  /** What comes next has the properties of paragraphs that say nothing. */
  resetParagraph() {
    this.#place.begins = "";
    this.#place.isRowOpen = false;
  }

  openRow() {
    this.#place.isRowOpen = true;
  }

  endParagraph() {
    const { isItem, begins } = this.#place;
    if (isItem && begins === undefined) this.#md.break();
    else this.#md.paragraph();
    this.#place.begins = "";
    if (this.#places.length === 0) this.#addBoxes();
  }

  endCell() {
    this.#openCell();
    this.#md.closeCell();
    this.#place.isInCell = false;
    this.#place.begins = "";
  }

  endRow() {
    if (!this.#place.isInTable) return;
    if (this.#place.isInCell) this.endCell();
    this.#md.row();
    this.#place.begins = "";
  }

  /** What stands before the first words of a paragraph. @param {number} style */
  #begin(style) {
    const place = this.#place;
    if (place.begins === undefined) return;
    const level = this.#headings.get(style);
    if (place.isRowOpen) this.#openCell();
    else if (place.isInTable) this.#endTable();
    const isItem = place.begins === "item" && !level;
    if (place.isItem && !isItem) this.#md.break();
    if (level && !place.isRowOpen) this.#md.heading(level);
    if (place.begins === "item" && place.label) this.#md.verbatim(`${place.label} `);
    else if (isItem) this.#md.verbatim("- ");
    place.isItem = isItem;
    place.begins = undefined;
  }

  #openCell() {
    const place = this.#place;
    if (!place.isInTable) {
      this.#md.openTable();
      this.#md.row();
    }
    if (!place.isInCell) this.#md.openCell();
    place.isInTable = place.isInCell = true;
  }

  #endTable() {
    if (!this.#place.isInTable) return;
    this.#md.closeTable();
    this.#place.isInTable = this.#place.isInCell = false;
  }

  #addBoxes() {
    if (this.#boxes.length === 0 || this.#place.isInTable) return;
    this.#md.verbatim(`\n\n${this.#boxes.join("\n\n")}\n\n`);
    this.#boxes = [];
  }
}
