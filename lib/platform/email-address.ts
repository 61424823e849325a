/** Of ASCII what the forms of browsers take too; beyond it letters, marks and digits of any script (RFC 6531). */
const LOCAL = /^(?!\.)(?!.*(?:\.\.|\p{DI}))[\w'+\-.\p{L}\p{M}\p{N}]*[\w+\-\p{L}\p{M}\p{N}]$/u;
/** Cyrillic and Greek letters that nobody tells from Latin ones. */
const LOOKALIKES = /^[асԁеһіјӏорԛѕԝхуαικνορτυχ\d._'+-]+$/;
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$`);
/** Nothing by which a URL would end its host. */
const INTERNATIONAL = /^[\p{L}\p{M}\p{N}\p{Join_Control}.\-\u00b7\u3002\uff0e\uff61\u30fb]+$/u;
/** RFC 1035, 2.3.4, without the dot at the end. */
const MAX_DOMAIN_LENGTH = 253;

/** Returns a domain in lower case as DNS has it (`bücher.example` as `xn--bcher-kva.example`), or "" for none. */
export function toAsciiDomain(domain: string): string {
  const lower = domain.toLowerCase();
  if (/^[\x21-\x7e]*$/.test(lower)) return lower;
  const address = `http://${lower}`;
  return INTERNATIONAL.test(lower) && URL.canParse(address) ? new URL(address).hostname : "";
}

/**
 * Returns the one form of an e-mail address that is stored, compared and written to: lower case, composed (NFC), with its
 * domain in ASCII. What is no address comes back unchanged.
 */
export function normalizeEmail(text: string): string {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at).normalize("NFC").toLowerCase().normalize("NFC");
  const domain = toAsciiDomain(text.slice(at + 1));
  return at > 0 && domain ? `${local}@${domain}` : text;
}

/** Whether a normalized text is an e-mail address. */
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

/** One person's address would pass for another's: of mixed scripts, or all lookalikes at a domain in ASCII. */
function passesForLatin(local: string, domain: string): boolean {
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(local)) return false;
  return /\p{Script=Latin}/u.test(local) || (LOOKALIKES.test(local) && !domain.includes("xn--"));
}
