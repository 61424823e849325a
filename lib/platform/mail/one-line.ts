/**
 * Sanitizes user-chosen names in mails. Strangers receive our mails, so the sender of an invitation must not be able
 * to put text, links or bidirectional controls into them.
 */

const MAX_NAME_LENGTH = 60;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

export function toOneLine(text: string, most = 500): string {
  const signs = [...text.replace(UNSEEN, " ").replace(/\s+/gu, " ").trim()];
  return signs.length <= most
    ? signs.join("")
    : `${signs
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

/** Shortens a name to one line in which mail programs detect no address to link. */
export function toMailName(name: string): string {
  const plain = toOneLine(name.normalize("NFKC"))
    .replace(/:\/+/g, ": ")
    .replace(/[.。](?=[^\s.])/gu, "$& ");
  return toOneLine(plain, MAX_NAME_LENGTH) || "…";
}
