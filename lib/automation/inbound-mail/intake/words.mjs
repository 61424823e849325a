// @ts-check
import { textOfHtml } from "../../../platform/html/html.mjs";
import { findRest, isForwarded } from "./quotes.mjs";

/** As much as a message may hold. */
const MAX_CHARACTERS = 90_000;
/** Of a mail that is looked at: no person writes more. */
const MAX_TEXT_CHARACTERS = 200_000;
const MAX_HTML_CHARACTERS = 500_000;

/** @typedef {{ said: string, rest: string }} Words `rest`: quoted mails and the signature, below what the sender wrote */

/**
 * The words of a mail: its plain text, else those of its HTML. A forwarded mail is part of what its sender says.
 * @param {{ text?: string, html?: string, subject?: string }} mail @returns {Words}
 */
export function splitWords({ text, html, subject = "" }) {
  const plain = (text ?? "").slice(0, MAX_TEXT_CHARACTERS).trim();
  const whole = clean(plain || textOfHtml((html ?? "").slice(0, MAX_HTML_CHARACTERS)));
  const { said, rest } = split(whole, isForwarded(subject));
  return { said: said.slice(0, MAX_CHARACTERS), rest: rest.slice(0, MAX_CHARACTERS) };
}

/** @param {string} text */
const clean = (text) =>
  text
    .slice(0, MAX_TEXT_CHARACTERS)
    .toWellFormed()
    .replaceAll("\0", "")
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** @param {string} whole @param {boolean} isForwardedBySubject @returns {Words} */
function split(whole, isForwardedBySubject) {
  const lines = whole.split("\n");
  const { at, isForward } = findRest(lines);
  if (isForward || isForwardedBySubject) return { said: whole, rest: "" };
  const own = lines.slice(0, at);
  let end = own.length;
  while (end > 0 && /^(>.*)?$/.test(own[end - 1] ?? "")) end--;
  const said = own.slice(0, end).join("\n").trim();
  // A mail that only quotes counts as a whole.
  if (said === "") return { said: whole, rest: "" };
  return { said, rest: lines.slice(end).join("\n").trim() };
}
