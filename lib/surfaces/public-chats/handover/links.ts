import { createHmac } from "node:crypto";
import { keyFor } from "@/lib/platform/crypto/keys";
import { isSameSecret } from "@/lib/platform/crypto/secrets";

/** What a link in a mail to a visitor is for; each has a key of its own. */
export type Purpose = "continue" | "stop";
type Mailed = { id: number; email: string };

/**
 * The token of a link in a mail to a visitor: which session, until when, and what only this server can add to that. It
 * names no session id, is for one thing, and is void as soon as the session has another address.
 * @param until When it ends, in ms since 1970
 */
export function linkToken(purpose: Purpose, { id, email }: Mailed, until: number): string {
  const head = `${id.toString(36)}.${Math.floor(until / 1000).toString(36)}`;
  const signed = createHmac("sha256", keyFor(`mailed links to ${purpose}`)).update(`${head}\n${email}`);
  return `${head}.${signed.digest("base64url")}`;
}

/** Which session a token says it is of, before that is checked by `isLinkTo`; undefined for what is no token, or is over. */
export function claimedBy(token: string, now: number): { id: number; until: number } | undefined {
  const [, id, until] = /^([0-9a-z]{1,6})\.([0-9a-z]{1,8})\.[\w-]{43}$/.exec(token) ?? [];
  if (!id || !until) return undefined;
  const claimed = { id: Number.parseInt(id, 36), until: Number.parseInt(until, 36) * 1000 };
  return claimed.until > now && claimed.id < 2 ** 31 ? claimed : undefined;
}

/** Whether this server has made a token for that. */
export const isLinkTo = (purpose: Purpose, token: string, mailed: Mailed, until: number): boolean =>
  isSameSecret(token, linkToken(purpose, mailed, until));
