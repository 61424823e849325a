const SEPARATORS = /[\s<>"`|\u00ab\u00bb\u201c-\u201f\u2039\u203a]+/u;
// Punctuation and Markdown after an address.
const TRAILING = /[.,;:!?'"()[\]{}*_~\\\u2018\u2019\u2026\u3001\u3002\uff0c\uff08\uff09\u300c\u300d]$/u;
const LEADING = /^[([{*_~'"\u2018\uff08\u300c]+/u;
// Separators without a space: between text and target of a link, and between addresses in a list.
const NEXT = /\]\(|[,;](?=https?:\/\/)/i;
// Address without a scheme: `example.com/page`.
const BARE =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*\.?(?::\d{1,5})?(?:[/?#].*)?$/u;
// Schemes whose URLs can exfiltrate data.
const CARRIES_DATA = /(?:https?|wss?|ftps?):\/\//i;
const MAX_ADDRESS_CHARACTERS = 2000;
const MAX_TRAILING = 6;

/**
 * Normalizes an address (RFC 3986, section 6.2), so that alternative spellings cannot carry data: lower case, no
 * default port, no trailing dot, no unnecessary percent-encoding, no fragment. Returns undefined for anything but an
 * HTTP URL.
 */
export function normalizeAddress(text: string): string | undefined {
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
  // Decoding can produce dot segments, which are resolved by parsing again.
  return URL.canParse(canonical) ? new URL(canonical).href : undefined;
}

export function listAddresses(text: string): string[] {
  const spellings = text.split(SEPARATORS).flatMap(listCandidates).flatMap(listSpellings);
  return [...new Set(spellings.flatMap((spelling) => normalizeAddress(spelling) ?? []))];
}

/** Returns the first address with a scheme that is not literally among the known ones. */
export function findUnknownAddress(text: string, known: ReadonlySet<string>): string | undefined {
  const isKnown = (spelling: string) => known.has(spelling) || known.has(`${spelling}/`);
  return text
    .split(SEPARATORS)
    .flatMap(listCandidates)
    .find((part) => CARRIES_DATA.test(part) && !listSpellings(part).some(isKnown));
}

function listCandidates(word: string): string[] {
  const canHoldAddress = word.includes(".") || word.includes("://");
  if (!canHoldAddress || word.length > 2 * MAX_ADDRESS_CHARACTERS) return [];
  return word.split(NEXT).flatMap(startOfAddress);
}

// Returns a part with and without trailing punctuation and Markdown escapes.
function listSpellings(part: string): string[] {
  const all = [part];
  for (let left = MAX_TRAILING; left > 0 && TRAILING.test(all.at(-1)!); left--)
    all.push(all.at(-1)!.slice(0, -1));
  return all.flatMap((spelling) => [spelling, spelling.replace(/\\([!-/:-@[-`{-~])/g, "$1")]);
}

// A URL inside another one, such as in a query, is part of the outer URL and not a separate address.
function startOfAddress(part: string): string[] {
  const start = part.search(/https?:\/\//i);
  if (start === -1) return [part.replace(LEADING, "")];
  const before = part.slice(0, start);
  return /[/?#.]/.test(before) && !/[([{]$/.test(before)
    ? [before.replace(LEADING, "")]
    : [part.slice(start)];
}
