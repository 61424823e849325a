const SEPARATORS = /[\s<>"`|\u00ab\u00bb\u201c-\u201f\u2039\u203a]+/u;
/** What sentences and Markdown put behind an address. */
const TRAILING = /[.,;:!?'"()[\]{}*_~\\\u2018\u2019\u2026\u3001\u3002\uff0c\uff08\uff09\u300c\u300d]$/u;
const LEADING = /^[([{*_~'"\u2018\uff08\u300c]+/u;
/** What follows an address without a space: the target of a link whose text it is, or another one. */
const NEXT = /\]\(|[,;](?=https?:\/\/)/i;
/** A name and perhaps a path, as people write addresses: `example.com/page`. */
const BARE =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*\.?(?::\d{1,5})?(?:[/?#].*)?$/u;
/** Schemes by which something is fetched from elsewhere. */
const CARRIES_DATA = /(?:https?|wss?|ftps?):\/\//i;
/** A word of more characters is no address that is read. */
const MAX_ADDRESS_CHARACTERS = 2000;
const MAX_TRAILING = 6;

/**
 * The one form of all spellings of an address that a server could tell apart although they mean the same (RFC 3986, 6.2):
 * lower case, no default port, no trailing dot, nothing encoded that need not be, no fragment. Undefined for what is no
 * address of a page.
 */
export function canonicalAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : BARE.test(trimmed) ? `https://${trimmed}` : "";
  if (address.length > MAX_ADDRESS_CHARACTERS || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hostname = url.hostname.replace(/\.+$/, "");
  url.hash = "";
  const canonical = url.href.replace(/%([0-9a-f]{2})/gi, (written: string, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(character) ? character : written.toUpperCase();
  });
  // A decoded dot can make a segment of dots, which is resolved once more.
  return URL.canParse(canonical) ? new URL(canonical).href : undefined;
}

/** The addresses that occur in a text as whole words, in their canonical form. */
export function addressesIn(text: string): string[] {
  const spellings = text.split(SEPARATORS).flatMap(partsOf).flatMap(spellingsOf);
  return [...new Set(spellings.flatMap((spelling) => canonicalAddress(spelling) ?? []))];
}

/** The first address with a scheme in a text that is not one of these, letter by letter; undefined when there is none. */
export function firstUnknownAddress(text: string, known: ReadonlySet<string>): string | undefined {
  const isKnown = (spelling: string) => known.has(spelling) || known.has(`${spelling}/`);
  return text
    .split(SEPARATORS)
    .flatMap(partsOf)
    .find((part) => CARRIES_DATA.test(part) && !spellingsOf(part).some(isKnown));
}

/** What of a word may each be an address. */
function partsOf(word: string): string[] {
  const mayHoldAddress = word.includes(".") || word.includes("://");
  if (!mayHoldAddress || word.length > 2 * MAX_ADDRESS_CHARACTERS) return [];
  return word.split(NEXT).flatMap(startOfAddress);
}

/** A part, and what it is without what sentences and Markdown put behind and into it. */
function spellingsOf(part: string): string[] {
  const all = [part];
  for (let left = MAX_TRAILING; left > 0 && TRAILING.test(all.at(-1)!); left--)
    all.push(all.at(-1)!.slice(0, -1));
  return all.flatMap((spelling) => [spelling, spelling.replace(/\\([!-/:-@[-`{-~])/g, "$1")]);
}

/** A URL inside another one, such as in a query, is part of that and not an address of its own. */
function startOfAddress(part: string): string[] {
  const start = part.search(/https?:\/\//i);
  if (start === -1) return [part.replace(LEADING, "")];
  const before = part.slice(0, start);
  return /[/?#.]/.test(before) && !/[([{]$/.test(before)
    ? [before.replace(LEADING, "")]
    : [part.slice(start)];
}
