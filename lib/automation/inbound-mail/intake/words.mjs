// @ts-check
import { extractHtmlText } from "../../../platform/html/html.mjs";
import { isPlaceholder } from "../../../platform/html/placeholder.mjs";
import { findForward, findOwnLines, isForwarded, removeArmor } from "./quotes.mjs";

// Stays below the maximum length of a message.
const MAX_CHARACTERS = 90_000;
// Characters of a mail that are examined; no person writes more.
const MAX_TEXT_CHARACTERS = 200_000;
const MAX_HTML_CHARACTERS = 500_000;

/** @typedef {{ said: string, rest: string }} Words `rest` contains quoted mails and the signature */

/**
 * Extracts the text of a mail from its plain part, or from its HTML part when the plain part is missing or a
 * placeholder. A forwarded mail counts as the sender's text.
 * @param {{ text?: string, html?: string, subject?: string }} mail
 * @returns {Words}
 */
export function splitWords({ text, html, subject = "" }) {
  const plain = clean(text ?? "");
  const page = html ? clean(extractHtmlText(html.slice(0, MAX_HTML_CHARACTERS))) : "";
  const whole = removeArmor(plain === "" || isPlaceholder(plain, page) ? page : plain);
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
  if (isForwardedBySubject || findForward(lines) >= 0) return { said: whole, rest: "" };
  const own = findOwnLines(lines);
  /** @param {boolean} isOwn */
  const join = (isOwn) =>
    lines
      .filter((_, at) => own[at] === isOwn)
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
  const said = join(true);
  // A mail that consists of quotes only is kept completely.
  return said === "" ? { said: whole, rest: "" } : { said, rest: join(false) };
}
