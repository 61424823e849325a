// @ts-check
import { randomUUID } from "node:crypto";
import { Document, FootnoteReferenceRun, Paragraph, TextRun } from "docx";
import { writeBlocks } from "./blocks.mjs";
import { toXmlText } from "./runs.mjs";
import { getBulletLevels, getNumberLevels, STYLES } from "./styles.mjs";

/**
 * @typedef {import("./runs.mjs").Node} Node
 * @typedef {import("./runs.mjs").Element} Element
 * @typedef {Element & { kind: "note" }} Note
 */

/** A Word document that is written from the nodes of a text: what its parts share, and the document itself. */
export class WordDocument {
  // Unguessable, because the library replaces the names of lists by numbers, also in the text.
  #lists = randomUUID();
  bullets = `${this.#lists}-bullets`;
  tasks = `${this.#lists}-tasks`;
  /** @type {Map<number, string>} */
  #numberedLists = new Map();
  #listCount = 0;
  /** @type {Map<string, Note>} */
  #notes = new Map();
  /** @type {Set<string>} */
  #marks = new Set();
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {Record<string, { children: Paragraph[] }>} */
  #footnotes = {};

  /** @param {string} base URL that relative addresses are resolved against */
  constructor(base) {
    this.base = base;
  }

  /** Returns the numbering of a new list, which begins with `start`. @param {number} start */
  addNumberedList(start) {
    const reference = this.#numberedLists.get(start) ?? `${this.#lists}-from-${start}`;
    this.#numberedLists.set(start, reference);
    return { reference, instance: this.#listCount++ };
  }

  /** Returns true for a footnote that is written where it is referred to. @param {Note} note */
  isReferredTo(note) {
    return this.#notes.get(note.name) === note && this.#marks.has(note.name);
  }

  /**
   * Returns what writes the mark of a footnote. Word has no footnotes of footnotes, and the second mark of a footnote is
   * its number.
   * @param {boolean} isInNote
   */
  getReferTo(isInNote) {
    /** @param {string} name */
    return (name) => {
      const note = this.#notes.get(name);
      const number = this.#numbers.get(name);
      if (!note || number || isInNote)
        return [new TextRun({ text: toXmlText(String(number ?? name)), superScript: true })];
      const next = this.#numbers.size + 1;
      this.#numbers.set(name, next);
      this.#footnotes[next] = { children: this.#writeNote(note) };
      return [new FootnoteReferenceRun(next)];
    };
  }

  /** @param {Note} note @returns {Paragraph[]} */
  #writeNote({ children: [first, ...rest] }) {
    // The parser puts the name of the note and a space in front of its first paragraph.
    const nodes =
      typeof first === "object" ? [{ ...first, children: first.children.slice(2) }, ...rest] : rest;
    const blocks = writeBlocks(nodes, { ...this.#place, isInNote: true });
    return /** @type {Paragraph[]} */ (blocks.length > 0 ? blocks : [new Paragraph({})]);
  }

  get #place() {
    return {
      ...{ document: this, indent: 0, listDepth: 0, direction: undefined, item: {} },
      ...{ isQuote: false, isInNote: false },
    };
  }

  /** @param {Node[]} nodes */
  #collectNotes(nodes, isInNote = false) {
    for (const node of nodes) {
      if (typeof node === "string") continue;
      if (node.kind === "plain" && node.tag === "sup" && !isInNote) this.#marks.add(String(node.children[0]));
      const isNote = node.kind === "note";
      if (isNote && !this.#notes.has(node.name)) this.#notes.set(node.name, node);
      this.#collectNotes(node.children, isInNote || isNote);
    }
  }

  /**
   * @param {string} title
   * @param {Node[]} nodes
   */
  build(title, nodes) {
    this.#collectNotes(nodes);
    const children = writeBlocks(nodes, this.#place);
    return new Document({
      title: toXmlText(title),
      creator: "Parley",
      lastModifiedBy: "Parley",
      styles: STYLES,
      numbering: {
        config: [
          { reference: this.bullets, levels: getBulletLevels("bullets") },
          { reference: this.tasks, levels: getBulletLevels("tasks") },
          ...Array.from(this.#numberedLists, ([start, reference]) => ({
            reference,
            levels: getNumberLevels(start),
          })),
        ],
      },
      footnotes: this.#footnotes,
      sections: [{ children }],
    });
  }
}
