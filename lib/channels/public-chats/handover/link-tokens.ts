import { createHmac } from "node:crypto";
import { deriveKey } from "@/lib/platform/crypto/keys";
import { isSameSecret } from "@/lib/platform/crypto/secrets";

/** Purpose of a link in a mail to a visitor. Each has its own key. */
export type Purpose = "continue" | "stop";
type Mailed = { id: number; email: string };

/**
 * Creates the token of a link: session, expiry, and an HMAC. It doesn't contain the session id, is valid for one
 * purpose, and becomes invalid when the session's e-mail address changes.
 * @param until expiry in milliseconds since 1970
 */
export function createLinkToken(purpose: Purpose, { id, email }: Mailed, until: number): string {
  const head = `${id.toString(36)}.${Math.floor(until / 1000).toString(36)}`;
  const signed = createHmac("sha256", deriveKey(`mailed links to ${purpose}`)).update(`${head}\n${email}`);
  return `${head}.${signed.digest("base64url")}`;
}

/**
 * Returns a token's unverified claim, which `isLinkTo` must check. Returns undefined for malformed or expired tokens.
 */
export function parseClaim(token: string, now: number): { id: number; until: number } | undefined {
  const [, id, until] = /^([0-9a-z]{1,6})\.([0-9a-z]{1,8})\.[\w-]{43}$/.exec(token) ?? [];
  if (!id || !until) return undefined;
  const claimed = { id: Number.parseInt(id, 36), until: Number.parseInt(until, 36) * 1000 };
  return claimed.until > now && claimed.id < 2 ** 31 ? claimed : undefined;
}

export const isLinkTo = (purpose: Purpose, token: string, mailed: Mailed, until: number): boolean =>
  isSameSecret(token, createLinkToken(purpose, mailed, until));
