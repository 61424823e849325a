// @ts-check
import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  WidthType,
} from "docx";
import { getTextDirection } from "../../../markdown/direction.mjs";
import { getHeadingLevel } from "../../../markdown/headings.mjs";
import { getNodeText } from "../../../markdown/tree.mjs";
import { writeCode, writeRuns } from "./runs.mjs";
import * as styles from "./styles.mjs";

/**
 * @typedef {import("./runs.mjs").Node} Node
 * @typedef {import("./runs.mjs").Element} Element
 * @typedef {Extract<Element, { kind: "plain" }>} Plain
 * @typedef {import("docx").IParagraphOptions} ParagraphOptions
 * @typedef {{ reference: string, level: number, instance: number }} Marker number or bullet of a list item
 * @typedef {object} Place
 * @property {import("./document.mjs").WordDocument} document
 * @property {number} indent of the text, in twentieths of a point
 * @property {number} listDepth
 * @property {boolean} isQuote
 * @property {boolean} isInNote
 * @property {"ltr" | "rtl" | undefined} direction of the list, for items without letters
 * @property {{ marker?: Marker }} item the list item whose first paragraph isn't written yet
 */

/**
 * @param {Node[]} nodes
 * @param {Place} place
 * @returns {(Paragraph | Table)[]}
 */
export function writeBlocks(nodes, place) {
  /** @type {(Paragraph | Table)[]} */
  const blocks = [];
  /** @type {Node[]} */
  let inline = [];
  const flush = () => {
    if (inline.some((node) => typeof node !== "string" || node.trim() !== ""))
      blocks.push(writeParagraph(inline, place));
    inline = [];
  };
  for (const node of nodes) {
    if (isInline(node)) inline.push(node);
    else {
      flush();
      // In a loop, because a spread of very many would exceed the stack.
      for (const block of writeBlock(node, place)) blocks.push(block);
    }
  }
  flush();
  return blocks;
}

const INLINE_TAGS = /^(strong|em|del|code|sup|br)$/;

/** @param {Node} node @returns {node is Exclude<Node, Element> | Element} */
function isInline(node) {
  if (typeof node === "string") return true;
  if (node.kind === "plain") return INLINE_TAGS.test(node.tag);
  return /^(link|picture|task)$/.test(node.kind) || (node.kind === "math" && !node.isBlock);
}

/** @param {Exclude<Node, string>} node @param {Place} place @returns {(Paragraph | Table)[]} */
function writeBlock(node, place) {
  switch (node.kind) {
    case "code":
      return [writeCodeBlock(getNodeText(node), place)];
    case "math":
      return [writeCodeBlock(node.source, place)];
    case "list":
      return writeList(node, place);
    case "note":
      return place.document.isReferredTo(node)
        ? []
        : writeBlocks(node.children, { ...place, isInNote: true });
    case "plain":
      return writePlainBlock(node, place);
    default:
      return writeBlocks(node.children, place);
  }
}

/** @param {Plain} node @param {Place} place */
function writePlainBlock(node, place) {
  const { tag, children } = node;
  const level = getHeadingLevel(tag);
  if (level)
    return [
      writeParagraph(children, place, {
        heading: HeadingLevel[/** @type {"HEADING_1"} */ (`HEADING_${level}`)],
      }),
    ];
  switch (tag) {
    case "ul":
      return writeList(node, place);
    case "blockquote":
      return writeBlocks(children, { ...place, isQuote: true, indent: indented(place.indent) });
    case "table":
      return writeTable(node, place);
    case "hr":
      return [
        new Paragraph({
          border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: "87918A", space: 1 } },
        }),
      ];
    default:
      return [writeParagraph(children, place)];
  }
}

/** @param {number} indent */
const indented = (indent) => Math.min(indent + styles.INDENT, styles.MAX_INDENT);

/** @param {Place} place */
function takeMarker({ item }) {
  const { marker } = item;
  delete item.marker;
  return marker;
}

/**
 * @param {Node[]} nodes
 * @param {Place} place
 * @param {ParagraphOptions} [options]
 */
function writeParagraph(nodes, place, options = {}) {
  const { document, indent, isQuote, isInNote } = place;
  const isRightToLeft = (getTextDirection(nodes.map(getNodeText).join("")) ?? place.direction) === "rtl";
  const marker = takeMarker(place);
  const target = { isInNote, isRightToLeft, base: document.base, referTo: document.getReferTo(isInNote) };
  return new Paragraph({
    ...(isQuote && { style: styles.QUOTE, border: styles.getQuoteBorder(isRightToLeft) }),
    ...(isInNote && { style: "FootnoteText" }),
    ...((indent > 0 || marker) && { indent: { left: indent, hanging: marker ? styles.INDENT : undefined } }),
    ...(marker && { numbering: marker, spacing: { after: 60 } }),
    bidirectional: isRightToLeft || undefined,
    ...options,
    children: writeRuns(nodes, target),
  });
}

/** @param {string} code @param {Place} place */
function writeCodeBlock(code, place) {
  const marker = takeMarker(place);
  return new Paragraph({
    style: styles.CODE_BLOCK,
    ...(place.indent > 0 && { indent: { left: place.indent, hanging: marker ? styles.INDENT : undefined } }),
    ...(marker && { numbering: marker }),
    children: writeCode(code),
  });
}

/** @param {Element & { kind: "list" } | Plain} list @param {Place} place */
function writeList(list, place) {
  const { document, listDepth } = place;
  const level = Math.min(listDepth, styles.MAX_LIST_LEVEL);
  const numbering =
    list.kind === "list"
      ? document.addNumberedList(list.start)
      : { reference: document.bullets, instance: 0 };
  const inside = {
    ...place,
    indent: indented(place.indent),
    listDepth: listDepth + 1,
    direction: getTextDirection(getNodeText(list)),
  };
  return list.children.flatMap((item) => {
    if (typeof item === "string") return [];
    const isTask = list.kind !== "list" && hasBox(item);
    const marker = { ...numbering, level, ...(isTask && { reference: document.tasks }) };
    const own = { ...inside, item: { marker } };
    const blocks = writeBlocks(item.children, own);
    // An item without text, or one that begins with a table.
    return own.item.marker ? [writeParagraph([], own), ...blocks] : blocks;
  });
}

/** @param {Element} item */
function hasBox({ children: [first] }) {
  const [inner] =
    typeof first === "object" && first.kind === "plain" && first.tag === "p" ? first.children : [first];
  return typeof inner === "object" && inner.kind === "task";
}

// Word opens no file with a wider table.
const MAX_COLUMNS = 63;

/** @param {Plain} table @param {Place} place @returns {(Paragraph | Table)[]} */
function writeTable(table, place) {
  const rows = table.children.flatMap((part) =>
    typeof part === "string" || part.kind !== "plain"
      ? []
      : part.children
          .filter((row) => typeof row === "object")
          .map((row) => ({ isHeader: part.tag === "thead", cells: row.children.filter(isCell) })),
  );
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 1);
  const direction = getTextDirection(getNodeText(table));
  const within = { ...place, direction, indent: 0, isQuote: false, item: {} };
  // Footnotes have no tables.
  if (columns > MAX_COLUMNS || place.isInNote)
    return rows.map(({ cells }) => writeParagraph(joinCells(cells), place));
  return [
    new Table({
      rows: rows.map(({ cells, isHeader }) => writeRow(cells, isHeader, within)),
      width: { size: 100, type: WidthType.PERCENTAGE },
      columnWidths: Array(columns).fill(Math.floor(styles.PAGE_WIDTH / columns)),
      borders: styles.TABLE_BORDERS,
      margins: { top: 40, bottom: 40, left: 100, right: 100 },
      visuallyRightToLeft: direction === "rtl" || undefined,
    }),
    // Word joins tables that touch, and a cell may not end with one.
    new Paragraph({ spacing: { after: 60 } }),
  ];
}

/** @param {Node} node @returns {node is Element & { kind: "cell" }} */
const isCell = (node) => typeof node === "object" && node.kind === "cell";

/** @param {(Element & { kind: "cell" })[]} cells @returns {Node[]} */
const joinCells = (cells) => cells.flatMap(({ children }, at) => (at > 0 ? [" | ", ...children] : children));

/** @param {(Element & { kind: "cell" })[]} cells @param {boolean} isHeader @param {Place} place */
function writeRow(cells, isHeader, place) {
  return new TableRow({
    tableHeader: isHeader || undefined,
    cantSplit: true,
    children: cells.map(({ align, children }) => {
      /** @type {Node[]} */
      const nodes = isHeader ? [{ kind: "plain", tag: "strong", children }] : children;
      const alignment = align && toAlignment(align, place.direction === "rtl");
      return new TableCell({
        ...(isHeader && { shading: styles.SHADE }),
        children: [writeParagraph(nodes, place, { alignment, spacing: { after: 0 } })],
      });
    }),
  });
}

/**
 * Word takes left and right for the beginning and the end of a line.
 * @param {"left" | "center" | "right"} align
 * @param {boolean} isRightToLeft
 */
function toAlignment(align, isRightToLeft) {
  if (align === "center") return AlignmentType.CENTER;
  return (align === "left") === isRightToLeft ? AlignmentType.END : AlignmentType.START;
}
