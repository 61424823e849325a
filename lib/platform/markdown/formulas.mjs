// @ts-check
import { getReading } from "./rules.mjs";

/**
 * @typedef {import("markdown-it").MarkdownIt} MarkdownIt
 * @typedef {import("markdown-it").StateBlock} StateBlock
 * @typedef {import("markdown-it").StateInline} StateInline
 */

// Limits in characters.
const MAX_INLINE_FORMULA_LENGTH = 1_000;
const MAX_FORMULA_BLOCK_LENGTH = 4_000;

const SEARCH = 5;

/**
 * Parses the math notations that models write: `$x$`, `$$x$$`, `\(x\)`, `\[x\]`, GitHub's "$`x`$", and mhchem's
 * `\ce{x}`.
 * @param {MarkdownIt} md
 */
export function addMath(md) {
  md.inline.ruler.before("escape", "math", inlineMath);
  md.block.ruler.before("fence", "math", blockMath, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
}

/** @type {[open: string, close: string][]} */
const PAIRS = [
  ["$$", "$$"],
  ["\\[", "\\]"],
  ["$`", "`$"],
  ["\\(", "\\)"],
  ["$", "$"],
];

/** @param {StateInline} state @param {boolean} isSilent */
function inlineMath(state, isSilent) {
  const { pos } = state;
  const code = state.src.charCodeAt(pos);
  if (code !== 0x24 && code !== 0x5c) return false;
  const rest = state.src.slice(pos, Math.min(state.posMax, pos + MAX_INLINE_FORMULA_LENGTH));
  if (CHEMISTRY.test(rest)) return chemistry(state, rest, isSilent);
  const [open, close] = PAIRS.find(([mark]) => rest.startsWith(mark)) ?? [];
  if (!open || !close) return false;
  getReading(state).work.spend(SEARCH);
  const before = state.src.charAt(pos - 1);
  const end =
    open === "$"
      ? dollarAfter(rest, before)
      : open === "$$"
        ? dollarsAfter(rest, before)
        : rest.indexOf(close, open.length);
  const tex = rest.slice(open.length, end);
  if (end < 0 || tex.trim() === "" || (open === "$`" && tex.includes("`"))) return false;
  if (!isSilent) {
    const token = state.push("math", "math", 0);
    token.content = tex;
    token.markup = open === "$`" ? `$${tex}$` : rest.slice(0, end + close.length);
    token.block = open === "$$" || open === "\\[";
  }
  state.pos += end + close.length;
  return true;
}

const CHEMISTRY = /^\\(?:ce|pu)\{/;

/**
 * Parses a chemical formula without delimiters, up to its closing brace.
 * @param {StateInline} state
 * @param {string} rest
 * @param {boolean} isSilent
 */
function chemistry(state, rest, isSilent) {
  let depth = 0;
  let end = 3;
  for (; end < rest.length; end++) {
    const sign = rest[end];
    if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) break;
    else if (sign === "\n") return false;
  }
  getReading(state).work.spend(SEARCH + end / 4);
  if (depth > 0 || end === rest.length) return false;
  if (!isSilent) {
    const token = state.push("math", "math", 0);
    token.content = rest.slice(0, end + 1);
    token.markup = token.content;
    token.block = false;
  }
  state.pos += end + 1;
  return true;
}

// End of a currency ("US$") or an amount ("20$"). Other scripts write formulas without a preceding space.
const ENDS_A_SUM = /[\p{Nd}\p{Script=Latin}$]/u;
// An amount followed by words or a range: "$5 or 10$", "$5k–10k$".
const SUM_AND_MORE = /^\$\d[^\\$]*(?:\s\p{L}{2}|[–—])/u;
// Formulas don't end with a space or an opening bracket: "$5 ($x$)".
const IS_UNFINISHED = /\s$|(?<!\\)[([{]$/;
// Continues an amount ("$5-$10") or a name ("$HOME/$USER"); "$n$th" is an ordinal.
const GOES_ON = /^(?:[\d$]|\p{Script=Latin}{3})/u;

/**
 * Returns the end of a formula that begins with one dollar sign, or -1. Follows pandoc's rule (no space inside the
 * delimiters, no digit after them) and further rules that exclude amounts of money and names of variables.
 * @param {string} text
 * @param {string} before
 */
function dollarAfter(text, before) {
  if (/^\$\s/.test(text) || ENDS_A_SUM.test(before) || SUM_AND_MORE.test(text)) return -1;
  const found = /[^\\]\$/.exec(text.slice(1))?.index;
  if (found === undefined) return -1;
  const end = found + 2;
  return IS_UNFINISHED.test(text.slice(1, end)) || GOES_ON.test(text.slice(end + 1, end + 4)) ? -1 : end;
}

// A price level such as "$$ to $$$": only symbols or words between the signs.
const IS_BETWEEN_PRICES = /^[^\p{L}\p{N}\\]*$|^\s+(?:\p{L}{2,}\s+)+$/u;

/**
 * @param {string} text
 * @param {string} before
 */
function dollarsAfter(text, before) {
  const end = text.indexOf("$$", 2);
  const isFormula =
    ![before, text[2], text[end + 2]].includes("$") && end > 2 && !IS_BETWEEN_PRICES.test(text.slice(2, end));
  return isFormula ? end : -1;
}

/** @param {StateBlock} state @param {number} startLine @param {number} endLine @param {boolean} isSilent */
function blockMath(state, startLine, endLine, isSilent) {
  const lineAt = (/** @type {number} */ line) =>
    state.src.slice(at(state.bMarks, line) + at(state.tShift, line), state.eMarks[line]).trimEnd();
  const first = lineAt(startLine);
  const [open, close] = PAIRS.slice(0, 2).find(([mark]) => first.startsWith(mark)) ?? [];
  if (!open || !close || first.startsWith("$$$") || at(state.sCount, startLine) - state.blkIndent >= 4)
    return false;
  let line = startLine;
  let text = first.slice(2);
  const isAlone = text.trim() === "";
  let length = first.length;
  while (!text.endsWith(close)) {
    // Text after the closing delimiter makes it an inline formula.
    if (text.includes(close)) return false;
    line++;
    if (line >= endLine || at(state.sCount, line) < state.blkIndent) return false;
    text = lineAt(line);
    // Text after the opening `$$` followed by a blank line is a price, not a formula.
    if (open === "$$" && !isAlone && text === "") return false;
    length += text.length + 1;
    if (length > MAX_FORMULA_BLOCK_LENGTH) return false;
    getReading(state).work.spend(1);
  }
  const source = state.getLines(startLine, line + 1, state.blkIndent, false).trim();
  const tex = source.slice(2, -2);
  if (source.length < 4 || tex.includes(close)) return false;
  if (open === "$$" && (tex.endsWith("$") || IS_BETWEEN_PRICES.test(tex))) return false;
  if (isSilent) return true;
  const token = state.push("math", "math", 0);
  token.content = tex;
  token.markup = source;
  token.block = true;
  token.map = [startLine, line + 1];
  state.line = line + 1;
  return true;
}

/** @param {number[]} numbers @param {number} line */
const at = (numbers, line) => /** @type {number} */ (numbers[line]);
