import type { Readable } from "node:stream";
import { toAsciiDomain } from "@/lib/platform/email-address";

/** A header as it came; the name in lower case. */
export type Header = { name: string; value: string };

/** A mail as its intake program read it. */
export type ReadMail = {
  /** The addresses that it was delivered to, in lower case. */
  recipients: string[];
  /** In lower case; null when it has none, or several. */
  from: { address: string; name: string | null } | null;
  /** Of the envelope, where the service names it beside the headers. */
  sender: string | null;
  subject: string;
  /** Stands for the Message-ID of a mail without one. */
  contentHash: string;
  /** Those that Parley reads, top to bottom. */
  headers: Header[];
  /** `output`: the name under which its bytes were written. */
  attachments: { fileName: string; type: string; output: string }[];
};

/** A mail that a service brought, whichever it was. */
export type Incoming = Omit<ReadMail, "sender"> & {
  /** The envelope's sender; "" for the null one of bounces, undefined when the service does not tell. */
  returnPath: string | undefined;
  /** What its sender wrote. */
  said: string;
  /** Quoted mails and the signature below it. */
  rest: string;
  /** The domains that the service vouches for. */
  vouchedFor: string[];
  openAttachment: (output: string) => Promise<Readable>;
};

export const valuesOf = (headers: Header[], name: string): string[] =>
  headers.flatMap((header) => (header.name === name ? [header.value.trim()] : []));

export const domainOf = (address: string): string =>
  toAsciiDomain(address.slice(address.lastIndexOf("@") + 1));

/** The `Message-ID`s in a header, with their brackets. */
export const mailIdsIn = (text: string): string[] => text.match(/<[^\s<>]{1,900}>/g) ?? [];

/**
 * Whether the sender is who it says: one of the domains that the service
 * vouches for is that of the address, or one that it belongs to. (A domain
 * below it proves nothing: others may have that.)
 */
export function isAuthentic({ from, vouchedFor }: Pick<Incoming, "from" | "vouchedFor">): boolean {
  if (!from) return false;
  const domain = domainOf(from.address);
  if (domain === "") return false;
  return vouchedFor.some(
    (known) => known === domain || (known.includes(".") && domain.endsWith(`.${known}`)),
  );
}

/**
 * The domains that `Authentication-Results` (RFC 8601) vouch for. Only those
 * of one's own server count: a sender can write any number of their own.
 */
export function vouchedBy(server: string, headers: Header[]): string[] {
  // The topmost was added last, by the server that took the mail in. One that
  // cannot be read may be it: then none below it counts.
  const own = valuesOf(headers, "authentication-results")
    .map(plain)
    .find((value) => value === undefined || value.split(/[\s;]/, 1)[0]!.toLowerCase() === server);
  const results = (own ?? "").split(";").slice(1);
  return results.flatMap((result) => {
    const [, method, verdict] = /^\s*(spf|dkim|dmarc)\s*=\s*(\w+)/i.exec(result) ?? [];
    if (verdict?.toLowerCase() !== "pass") return [];
    const property = { spf: "smtp\\.mailfrom", dkim: "header\\.d", dmarc: "header\\.from" }[
      method!.toLowerCase() as "spf" | "dkim" | "dmarc"
    ];
    const [, value] = new RegExp(`\\s${property}\\s*=\\s*([^\\s;]+)`, "i").exec(result) ?? [];
    return value ? [domainOf(value)] : [];
  });
}

const MAX_RESULT_LENGTH = 20_000;

/**
 * A server's header without comments and needless quotes. Undefined for one
 * with other quotes, with brackets that do not fit, or longer than any is: a sender's address may
 * hold these, and words between them that look like the server's.
 */
export function plain(value: string): string | undefined {
  if (value.length > MAX_RESULT_LENGTH) return undefined;
  const unquoted = value.replace(/="([\w@+/=.-]{1,500})"(?=[\s;]|$)/g, "=$1");
  if (/["\\]/.test(unquoted)) return undefined;
  let depth = 0;
  let text = "";
  for (const part of unquoted.split(/([()])/)) {
    if (part === "(") depth++;
    else if (part === ")") depth--;
    else text += depth === 0 ? part : " ";
    if (depth < 0) return undefined;
  }
  return depth === 0 ? text.trim() : undefined;
}
