// @ts-check
import { Markdown } from "./markdown.mjs";

/**
 * State of RTF layout: paragraphs, list items, table cells and asides.
 * @typedef {{ begins: "" | "item" | "table" | undefined, label: string, isRowOpen: boolean, isItem: boolean,
 * isInTable: boolean, isInCell: boolean }} Place
 * `begins`: how the next word begins, undefined within a paragraph. `label`: of a list item. `isRowOpen`: the
 * paragraph is in a table
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
  /** Stack of states outside the current aside. @type {Place[]} */
  #places = [];
  /** Heading levels by style. @type {Map<number, number>} */
  #headings = new Map();
  /** Distinct headers and footers. @type {{ header: Set<string>, footer: Set<string> }} */
  #around = { header: new Set(), footer: new Set() };
  /** Text boxes of the current paragraph, which follow it. @type {string[]} */
  #boxes = [];

  end() {
    this.#addBoxes();
    this.#endTable();
    return [...this.#around.header, String(this.#md), ...this.#around.footer].filter(Boolean).join("\n\n");
  }

  /** @param {number} style @param {number} level */
  addHeading(style, level) {
    this.#headings.set(style, level);
  }

  /** Begins an aside, such as a footnote or header. */
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

  /** @param {string} words @param {number} style of the paragraph */
  say(words, style) {
    this.#begin(style);
    this.#md.text(words);
  }

  break() {
    this.#md.break();
  }

  /** Makes the next paragraph a list item. @param {string} [label] the item's number in the document */
  beginItem(label = "") {
    this.#place.begins = "item";
    this.#place.label = /[\p{L}\p{N}]/u.test(label) ? label.replaceAll(/\s+/g, " ").trim() : "";
  }

  /** Resets paragraph properties (\pard). */
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

  /** Emits what precedes the first words of a paragraph. @param {number} style */
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
