import * as callers from "@/lib/identity/callers/service";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { hashed, randomToken } from "@/lib/platform/crypto/secrets";
import { withNext } from "./own-path";
import { endSessions, voidLoginTokens } from "./queries";
import * as queries from "./queries/mailed";
import { lifetimes } from "./tokens";

/** Where each kind of link leads: to a page with a button, because programs that look for viruses open links. */
const pages: Record<queries.Purpose, string> = {
  magic: "/login/magic",
  confirm: "/register/confirm",
  reset: "/reset-password",
};
const LONGEST_NEXT = 1000;

type Data = Record<string, string | null>;

/**
 * Makes the link of a mail. Its token stands in the mail and nowhere else. An
 * address without an account gets one too, which leads nowhere, so that both
 * cost the same.
 */
export async function issueLink(
  purpose: queries.Purpose,
  email: string,
  { data, next }: { data?: Data; next?: string } = {},
): Promise<string> {
  const token = randomToken();
  const expiresAt = clock.dateIn(lifetimes[purpose] * 1000);
  await queries.insertMailedToken({ hash: hashed(token), purpose, email, data, expiresAt });
  return addressFor(`${pages[purpose]}/${token}`, next);
}

/** The address of a page for a mail, which keeps where somebody wanted to go. */
export const addressFor = (page: string, next = "/"): string =>
  `${config().appUrl}${withNext(page, next.length > LONGEST_NEXT ? "/" : next)}`;

const isToken = (text: string) => /^[\w-]{43}$/.test(text);

/** Takes the token of a link, once; undefined when it is unknown, used or expired. */
export async function takeToken(purpose: queries.Purpose, token: string) {
  return isToken(token) ? queries.takeMailedToken({ hash: hashed(token), purpose }) : undefined;
}

/** Whether a link would still work; takes nothing. */
export async function isOpen(purpose: queries.Purpose, token: string): Promise<boolean> {
  return isToken(token) && (await queries.findMailedToken({ hash: hashed(token), purpose })) !== undefined;
}

/**
 * Notes that the owner of the mailbox is here. Whoever made an account that
 * never confirmed its address may be somebody else who waits for the owner to
 * use it: their password, tokens and sessions end.
 */
export async function confirmMailbox(user: { id: number; emailConfirmedAt: Date | null }): Promise<void> {
  if (user.emailConfirmedAt) return;
  await queries.removeWaysIn({ userId: user.id });
  await callers.endCredentials({ userId: user.id });
  await endEverySession(user.id);
  await queries.confirmEmail({ userId: user.id });
}

/** Ends a person's sessions, all but one when named, their devices, and the login tokens from which new sessions could be made. */
export async function endEverySession(userId: number, except?: string): Promise<void> {
  await endSessions({ userId, except });
  await callers.deleteDevices({ userId });
  await voidLoginTokens({ userId });
}

/**
 * Ends everything that lets somebody act as an account, links in mails included. Takes the mailbox first, as
 * whatever uses such a link does.
 */
export async function endEveryCredential({ id, email }: { id: number; email: string }): Promise<void> {
  await queries.lockMailbox({ email });
  await callers.endCredentials({ userId: id });
  await endEverySession(id);
  await queries.deleteMailedTokens({ email, purposes: ["magic", "reset", "confirm"] });
}

/** Forgets links that have expired. */
export const sweep = () => queries.deleteExpiredTokens();
