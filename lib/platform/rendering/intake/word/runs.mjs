// @ts-check
import { CheckBox, ExternalHyperlink, Tab, TextRun } from "docx";
import { RIGHT_TO_LEFT_SCRIPTS } from "../../../markdown/direction.mjs";
import { CODE_TEXT, LINK } from "./styles.mjs";

/**
 * @typedef {import("../../../markdown/tree.mjs").Node} Node
 * @typedef {import("../../../markdown/tree.mjs").Element} Element
 * @typedef {import("docx").ParagraphChild} ParagraphChild
 * @typedef {{ bold?: true, italics?: true, strike?: true, style?: string }} Look
 * @typedef {object} Target what runs need of the document that they are written into
 * @property {string} base URL that relative addresses are resolved against
 * @property {boolean} isInNote
 * @property {boolean} isRightToLeft direction of the paragraph
 * @property {(name: string) => ParagraphChild[]} referTo writes the mark of a footnote
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids them, and a file with one can't be opened
const FORBIDDEN = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g;

/** @param {string} text */
export const toXmlText = (text) => text.replace(FORBIDDEN, "").toWellFormed();

/**
 * @param {Node[]} nodes
 * @param {Target} target
 * @param {Look} [look]
 * @returns {ParagraphChild[]}
 */
export const writeRuns = (nodes, target, look = {}) => nodes.flatMap((node) => writeRun(node, target, look));

/** @param {Node} node @param {Target} target @param {Look} look @returns {ParagraphChild[]} */
function writeRun(node, target, look) {
  if (typeof node === "string") return writeText(node, target, look);
  switch (node.kind) {
    case "plain":
      return writePlain(node, target, look);
    case "link":
    case "picture":
      return writeLink(node, target, look);
    case "math":
      return writeText(node.source, target, { ...look, style: CODE_TEXT });
    case "task":
      // Word has no boxes to click in footnotes.
      return target.isInNote
        ? writeText(node.isChecked ? "☒" : "☐", target, look)
        : [new CheckBox({ checked: node.isChecked })];
    default:
      return writeRuns(node.children, target, look);
  }
}

/** @param {Extract<Element, { kind: "plain" }>} node @param {Target} target @param {Look} look */
function writePlain({ tag, children }, target, look) {
  switch (tag) {
    case "br":
      return [new TextRun({ break: 1 })];
    case "strong":
      return writeRuns(children, target, { ...look, bold: true });
    case "em":
      return writeRuns(children, target, { ...look, italics: true });
    case "del":
      return writeRuns(children, target, { ...look, strike: true });
    case "code":
      return writeRuns(children, target, { ...look, style: look.style ?? CODE_TEXT });
    case "sup":
      return target.referTo(String(children[0] ?? ""));
    default:
      return writeRuns(children, target, look);
  }
}

/** @param {Extract<Element, { kind: "link" | "picture" }>} node @param {Target} target @param {Look} look */
function writeLink({ kind, address, children }, target, look) {
  const link = toLink(address, target.base);
  const hasText = children.some((child) => child !== "");
  const nodes = hasText ? children : [link ?? (kind === "picture" ? "Image" : address)];
  if (!link) return writeRuns(nodes, target, look);
  return [new ExternalHyperlink({ link, children: writeRuns(nodes, target, { ...look, style: LINK }) })];
}

// Word opens no longer addresses.
const MAX_ADDRESS_LENGTH = 2_000;

/**
 * Returns an absolute HTTP(S) or mail address. Word refuses files with an address that isn't a valid URI (RFC 3986).
 * @param {string} address
 * @param {string} base
 */
function toLink(address, base) {
  if (address === "" || address.startsWith("#") || !URL.canParse(address, base)) return undefined;
  const { protocol, href } = new URL(address, base);
  if (!/^(https?|mailto):$/.test(protocol)) return undefined;
  const uri = href.replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, (sign) =>
    encodeURIComponent(sign.toWellFormed()),
  );
  return uri.length <= MAX_ADDRESS_LENGTH ? uri : undefined;
}

/** @param {string} text @param {Target} target @param {Look} look */
function writeText(text, { isRightToLeft }, look) {
  const options = look.style === CODE_TEXT ? { ...look, noProof: true } : look;
  return toXmlText(text)
    .split("\n")
    .flatMap((line, at) => {
      const parts = look.style === CODE_TEXT ? [{ text: line }] : splitByDirection(line, isRightToLeft);
      if (at > 0) parts.unshift({ text: "", isBreak: true });
      return parts
        .filter((part) => part.text !== "" || part.isBreak)
        .map(
          ({ text: words, isRtl, isBreak }) =>
            new TextRun({
              ...options,
              text: words,
              rightToLeft: isRtl || undefined,
              break: isBreak ? 1 : undefined,
            }),
        );
    });
}

const RIGHT = `[${RIGHT_TO_LEFT_SCRIPTS}]`;
const LEFT = `[[\\p{L}\\p{N}]--${RIGHT}]`;
// From the first to the last letter of one direction before a letter of the other one.
const RIGHT_TO_LEFT_TEXT = new RegExp(`${RIGHT}(?:[${RIGHT}\\P{L}]*${RIGHT})?`, "gv");
const LEFT_TO_RIGHT_TEXT = new RegExp(`${LEFT}(?:[^${RIGHT}]*${LEFT})?`, "gv");

/**
 * Splits a line into runs of one direction, which Word doesn't detect itself.
 * @param {string} line
 * @param {boolean} isRightToLeft direction of the paragraph, which signs between the runs have
 * @returns {{ text: string, isRtl?: boolean, isBreak?: boolean }[]}
 */
function splitByDirection(line, isRightToLeft) {
  if (!isRightToLeft && line.search(RIGHT_TO_LEFT_TEXT) < 0) return [{ text: line }];
  const parts = [];
  let end = 0;
  for (const match of line.matchAll(isRightToLeft ? LEFT_TO_RIGHT_TEXT : RIGHT_TO_LEFT_TEXT)) {
    parts.push({ text: line.slice(end, match.index), isRtl: isRightToLeft });
    parts.push({ text: match[0], isRtl: !isRightToLeft });
    end = match.index + match[0].length;
  }
  return [...parts, { text: line.slice(end), isRtl: isRightToLeft }];
}

/**
 * Writes code, whose tabs and line breaks Word doesn't take from the text.
 * @param {string} code
 */
export const writeCode = (code) =>
  toXmlText(code)
    .split("\n")
    .map(
      (line, at) =>
        new TextRun({
          break: at > 0 ? 1 : undefined,
          children: line.split("\t").flatMap((part, index) => (index > 0 ? [new Tab(), part] : [part])),
        }),
    );
