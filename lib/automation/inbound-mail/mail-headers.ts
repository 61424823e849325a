import type { Readable } from "node:stream";
import { toAsciiDomain } from "@/lib/platform/email-address";

export type Header = { name: string; value: string };

export type ReadMail = {
  recipients: string[];
  /** Address in lower case; null when the mail has no author, or several. */
  from: { address: string; name: string | null } | null;
  /** Envelope sender, if the service reports it outside the headers. */
  sender: string | null;
  subject: string;
  contentHash: string;
  headers: Header[];
  attachments: { fileName: string; type: string; output: string }[];
};

export type Incoming = Omit<ReadMail, "sender"> & {
  /** Envelope sender; "" for the null reverse-path of bounces (RFC 5321), undefined when unknown. */
  returnPath: string | undefined;
  said: string;
  rest: string;
  vouchedFor: string[];
  openAttachment: (output: string) => Promise<Readable>;
};

export const listHeaderValues = (headers: Header[], name: string): string[] =>
  headers.flatMap((header) => (header.name === name ? [header.value.trim()] : []));

export const getDomain = (address: string): string =>
  toAsciiDomain(address.slice(address.lastIndexOf("@") + 1));

export const mailIdsIn = (text: string): string[] => text.match(/<[^\s<>]{1,900}>/g) ?? [];

/**
 * Returns whether an authenticated domain is that of the sender's address or one of its parents. A subdomain proves
 * nothing, because another party may own it.
 */
export function isAuthentic({ from, vouchedFor }: Pick<Incoming, "from" | "vouchedFor">): boolean {
  if (!from) return false;
  const domain = getDomain(from.address);
  if (domain === "") return false;
  return vouchedFor.some(
    (known) => known === domain || (known.includes(".") && domain.endsWith(`.${known}`)),
  );
}

/**
 * Returns the domains that passed in `Authentication-Results` (RFC 8601). Only headers of our own mail server count,
 * because a sender can add any others.
 */
export function listAuthenticatedDomains(server: string, headers: Header[]): string[] {
  // The receiving server adds its header on top. An unreadable header may be the server's own,
  // so no header below it is trusted.
  const own = listHeaderValues(headers, "authentication-results")
    .map(stripComments)
    .find((value) => value === undefined || value.split(/[\s;]/, 1)[0]!.toLowerCase() === server);
  const results = (own ?? "").split(";").slice(1);
  return results.flatMap((result) => {
    const [, method, verdict] = /^\s*(spf|dkim|dmarc)\s*=\s*(\w+)/i.exec(result) ?? [];
    if (verdict?.toLowerCase() !== "pass") return [];
    const property = { spf: "smtp\\.mailfrom", dkim: "header\\.d", dmarc: "header\\.from" }[
      method!.toLowerCase() as "spf" | "dkim" | "dmarc"
    ];
    const [, value] = new RegExp(`\\s${property}\\s*=\\s*([^\\s;]+)`, "i").exec(result) ?? [];
    return value ? [getDomain(value)] : [];
  });
}

const MAX_RESULT_LENGTH = 20_000;

/**
 * Removes comments and unnecessary quotes from a header value. Returns undefined for other quotes, unbalanced
 * parentheses and excessive length: a sender's address may contain these to forge a server's result.
 */
export function stripComments(value: string): string | undefined {
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
