// A subset of the ASCII characters that HTML's `input type=email` permits; beyond ASCII, letters, marks and digits of
// any script (RFC 6531).
const LOCAL = /^(?!\.)(?!.*(?:\.\.|\p{DI}))[\w'+\-.\p{L}\p{M}\p{N}]*[\w+\-\p{L}\p{M}\p{N}]$/u;
// Cyrillic and Greek letters that look like Latin ones.
const LOOKALIKES = /^[асԁеһіјӏорԛѕԝхуαικνορτυχ\d._'+-]+$/;
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$`);
// Permits no character that ends the host of a URL.
const INTERNATIONAL = /^[\p{L}\p{M}\p{N}\p{Join_Control}.\-\u00b7\u3002\uff0e\uff61\u30fb]+$/u;
// In characters, without the trailing dot (RFC 1035, section 2.3.4).
const MAX_DOMAIN_LENGTH = 253;

/**
 * Returns the domain in lower case and Punycode (`bücher.example` as `xn--bcher-kva.example`), or "" when it has
 * invalid non-ASCII characters. ASCII domains are not validated.
 */
export function toAsciiDomain(domain: string): string {
  const lower = domain.toLowerCase();
  if (/^[\x21-\x7e]*$/.test(lower)) return lower;
  const address = `http://${lower}`;
  return INTERNATIONAL.test(lower) && URL.canParse(address) ? new URL(address).hostname : "";
}

/**
 * Returns the canonical form of an e-mail address, which is stored and compared: lower case, NFC, with its domain in
 * ASCII. Text that is not an address is returned unchanged.
 */
export function normalizeEmail(text: string): string {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at).normalize("NFC").toLowerCase().normalize("NFC");
  const domain = toAsciiDomain(text.slice(at + 1));
  return at > 0 && domain ? `${local}@${domain}` : text;
}

export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return (
    at > 0 &&
    LOCAL.test(local) &&
    !passesForLatin(local, domain) &&
    domain.length <= MAX_DOMAIN_LENGTH &&
    DOMAIN.test(domain)
  );
}

// Detects addresses that imitate Latin ones: mixed scripts, or only lookalike letters with an ASCII domain.
function passesForLatin(local: string, domain: string): boolean {
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(local)) return false;
  return /\p{Script=Latin}/u.test(local) || (LOOKALIKES.test(local) && !domain.includes("xn--"));
}
