// @ts-check
// Writes a Word document (DOCX) outside the server's process, because a long text takes seconds of CPU time.
import { readFile, writeFile } from "node:fs/promises";
import { Packer } from "docx";
import { Problem } from "../../intake/child/problem.mjs";
import { readWithin } from "../../markdown/parse.mjs";
import { TooMuchWork, Work } from "../../markdown/work.mjs";
import { WordDocument } from "./word/document.mjs";

/**
 * @typedef {import("../../intake/child/main.mjs").Host} Host
 * @typedef {import("../../markdown/tree.mjs").Node} Node
 */

const RESULT = "document";
// Enough for a megabyte of prose, which is parsed in a second.
const MAX_TEXT_COST = 3_500_000;
// Each takes about 5 KB of memory and 50 microseconds. A table of 50,000 cells has 105,000, a megabyte of documentation 37,000.
const MAX_NODES = 120_000;

/**
 * Writes the text of the input.
 * @param {{ title: string, isMarkdown: boolean, base: string }} options `base`: URL that relative addresses are
 * resolved against
 * @param {Host} host
 * @throws Problem with the code `too_large`
 */
export async function writeWord({ title, isMarkdown, base }, { input, outputPath }) {
  const text = await readFile(input, "utf8");
  const nodes = isMarkdown ? parse(text) : toParagraphs(text);
  if (countNodes(nodes) > MAX_NODES) throw new Problem("It has too many parts.", "too_large");
  const document = new WordDocument(base).build(title, nodes);
  await writeFile(outputPath(RESULT), await Packer.toBuffer(document));
}

/** @param {string} text @returns {Node[]} */
function parse(text) {
  try {
    return readWithin(text, new Work(MAX_TEXT_COST)).flatMap(
      ({ source, nodes }) => nodes ?? toParagraphs(source),
    );
  } catch (error) {
    if (error instanceof TooMuchWork) throw new Problem("It has too many parts.", "too_large");
    throw error;
  }
}

/** Counts lines, too, because each is a part of the document. @param {Node[]} nodes @returns {number} */
const countNodes = (nodes) =>
  nodes.reduce(
    (sum, node) => sum + (typeof node === "string" ? node.split("\n").length : 1 + countNodes(node.children)),
    0,
  );

/** Lines of a plain text are paragraphs. @param {string} text @returns {Node[]} */
const toParagraphs = (text) =>
  text.split(/\r\n?|\n/).map((line) => ({ kind: "plain", tag: "p", children: [line] }));
