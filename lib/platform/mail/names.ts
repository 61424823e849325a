/**
 * Names and titles that people choose, as mails say them: a mail of ours to
 * somebody who knows neither us nor whoever has it sent must not carry their
 * text, their links or signs that turn the rest around.
 */

const MOST = 60;
/** Controls, line breaks, and format characters: those that turn the direction of text, and those that nobody sees. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Text as one line of signs that are seen, at most so many. */
export function oneLine(text: string, most = 500): string {
  const signs = [...text.replace(UNSEEN, " ").replace(/\s+/gu, " ").trim()];
  return signs.length <= most
    ? signs.join("")
    : `${signs
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

/** A name or title of somebody's choice: one short line in which no program for mail finds an address to link. */
export function nameInMail(name: string): string {
  const plain = oneLine(name.normalize("NFKC"))
    .replace(/:\/+/g, ": ")
    .replace(/[.。](?=[^\s.])/gu, "$& ");
  return oneLine(plain, MOST) || "…";
}
