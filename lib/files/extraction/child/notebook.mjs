// @ts-check
import { readFile } from "node:fs/promises";
import { Unreadable } from "./output.mjs";
import { createFence } from "./text.mjs";

/**
 * Reads Jupyter notebooks (nbformat 4): text cells as Markdown, code in fences, and outputs as text.
 * @type {import("./readers.mjs").Read}
 */
export async function readNotebook(path, output) {
  const { cells, metadata } = parse(await readFile(path, "utf8"));
  const language = metadata?.kernelspec?.language ?? metadata?.language_info?.name ?? "";
  for (const cell of cells) {
    const source = joinLines(cell?.source).trimEnd();
    if (source)
      output.add(cell.cell_type === "code" ? `${createFence(source, language)}\n` : `${source}\n\n`);
    for (const one of Array.isArray(cell?.outputs) ? cell.outputs : []) {
      const written = joinLines(one?.text ?? one?.data?.["text/plain"]).trimEnd();
      if (written) output.add(`${createFence(written)}\n`);
    }
  }
}

/** @param {string} text @returns {{ cells: any[], metadata?: any }} */
function parse(text) {
  try {
    const notebook = JSON.parse(text.replace(/^\ufeff/, ""));
    // nbformat 3 nests cells in worksheets.
    const cells = notebook.cells ?? notebook.worksheets?.flatMap((/** @type {any} */ { cells }) => cells);
    if (Array.isArray(cells)) return { cells, metadata: notebook.metadata };
  } catch {}
  throw new Unreadable("This notebook could not be read: it is damaged, or no notebook of Jupyter.");
}

/** Joins notebook text, which may be an array of lines. @param {unknown} value */
const joinLines = (value) => (Array.isArray(value) ? value.join("") : typeof value === "string" ? value : "");
