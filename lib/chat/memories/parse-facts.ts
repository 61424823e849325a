const BULLET = /^(?:[-*•–—]|\d{1,4}[.)])\s+/;
// Lists that other assistants write begin their lines with `[2026-01-31] - ` or `[unknown] - `.
const DATE = /^\[(?:\d{4}[\d-]{0,6}|unknown)\]\s*(?:[-–—:]\s*)?/i;
const DECORATION = /^(?:#{1,6}\s.*|`{3,}.*|[-*_=]{3,})$/;

/** Returns the facts of a text, one per line; headings, rules and fences of Markdown are no facts. */
export const parseFacts = (text: string): { line: number; text: string }[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((fact) => !DECORATION.test(fact.text))
    .map((fact) => ({ ...fact, text: fact.text.replace(BULLET, "").replace(DATE, "").trim() }))
    .filter((fact) => fact.text !== "");
