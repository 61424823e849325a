import * as callers from "@/lib/identity/callers/service";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { generateToken, hashSecret } from "@/lib/platform/crypto/secrets";
import { endSessions, voidLoginTokens } from "./queries";
import * as queries from "./queries/mailed-links";
import { withNext } from "./redirect-path";
import { lifetimes } from "./tokens";

// Links lead to a page with a button, because mail security scanners open links.
const pages: Record<queries.Purpose, string> = {
  magic: "/login/magic",
  confirm: "/register/confirm",
  reset: "/reset-password",
};
const MAX_NEXT_LENGTH = 1000;

type Data = Record<string, string | null>;

/**
 * Creates a link for a mail. Only the hash of its token is stored. Addresses without an account also get a (useless)
 * link, so that both cases take the same time.
 */
export async function issueLink(
  purpose: queries.Purpose,
  email: string,
  { data, next }: { data?: Data; next?: string } = {},
): Promise<string> {
  const token = generateToken();
  const expiresAt = clock.getDateIn(lifetimes[purpose] * 1000);
  await queries.insertMailedToken({ hash: hashSecret(token), purpose, email, data, expiresAt });
  return buildLink(`${pages[purpose]}/${token}`, next);
}

export const buildLink = (page: string, next = "/"): string =>
  `${config().appUrl}${withNext(page, next.length > MAX_NEXT_LENGTH ? "/" : next)}`;

const isToken = (text: string) => /^[\w-]{43}$/.test(text);

/** Redeems a token once. Returns undefined when it is unknown, used or expired. */
export async function redeemToken(purpose: queries.Purpose, token: string) {
  return isToken(token) ? queries.redeemMailedToken({ hash: hashSecret(token), purpose }) : undefined;
}

export async function isOpen(purpose: queries.Purpose, token: string): Promise<boolean> {
  return (
    isToken(token) && (await queries.findMailedToken({ hash: hashSecret(token), purpose })) !== undefined
  );
}

/**
 * Confirms that the user owns the mailbox. An unconfirmed account may have been created by an attacker in advance
 * (account pre-hijacking), so its password, tokens and sessions are removed.
 */
export async function confirmMailbox(user: { id: number; emailConfirmedAt: Date | null }): Promise<void> {
  if (user.emailConfirmedAt) return;
  await queries.clearSignInMethods({ userId: user.id });
  await callers.endCredentials({ userId: user.id });
  await endEverySession(user.id);
  await queries.confirmEmail({ userId: user.id });
}

export async function endEverySession(userId: number, except?: string): Promise<void> {
  await endSessions({ userId, except });
  await callers.deleteDevices({ userId });
  await voidLoginTokens({ userId });
}

/**
 * Ends all credentials of an account, including mailed links. Locks the mailbox first, in the same order as redeeming
 * a link does.
 */
export async function endEveryCredential({ id, email }: { id: number; email: string }): Promise<void> {
  await queries.lockMailbox({ email });
  await callers.endCredentials({ userId: id });
  await endEverySession(id);
  await queries.deleteMailedTokens({ email, purposes: ["magic", "reset", "confirm"] });
}

export const sweep = () => queries.deleteExpiredTokens();
