// @ts-check
import { textOfHtml } from "../../../platform/html/html.mjs";
import { isPlaceholder } from "../../../platform/html/placeholder.mjs";
import { findForward, findOwnLines, isForwarded, removeArmor } from "./quotes.mjs";

/** As much as a message may hold. */
const MAX_CHARACTERS = 90_000;
/** Of a mail that is looked at: no person writes more. */
const MAX_TEXT_CHARACTERS = 200_000;
const MAX_HTML_CHARACTERS = 500_000;

/** @typedef {{ said: string, rest: string }} Words `rest`: quoted mails and the signature, below what the sender wrote */

/**
 * The words of a mail: its plain text, or those of its HTML when there is none or it only says that there is HTML. A forwarded
 * mail is part of what its sender says.
 * @param {{ text?: string, html?: string, subject?: string }} mail @returns {Words}
 */
export function splitWords({ text, html, subject = "" }) {
  const plain = clean(text ?? "");
  const page = html ? clean(textOfHtml(html.slice(0, MAX_HTML_CHARACTERS))) : "";
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
  // A mail that only quotes counts as a whole.
  return said === "" ? { said: whole, rest: "" } : { said, rest: join(false) };
}
