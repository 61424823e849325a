import { giveBack, type Limit, limits, take } from "@/lib/api/limits";
import * as audit from "@/lib/identity/audit/service";
import { AppError } from "@/lib/platform/errors";
import type { Language } from "@/lib/platform/words/languages";
import { knownDevice } from "./devices";
import { hasFreshLink, type Purpose } from "./queries/mailed";
import { lifetimes } from "./tokens";

/**
 * How guessing is slowed without locking anybody out: docs/decisions/001-who-guesses-waits.md.
 * What counts is the address that was asked for, whether or not it has an account.
 */

/** Where an attempt comes from: a network address, what is read there and, from a browser, the cookie of its device. */
export type Source = { address: string; device?: string; language?: Language };
type Account = { id: number } | undefined;

/** What a network address asks for. Each has an allowance of its own, so that using up one leaves the others. */
type Asked = "mails" | "links" | "identities";

/** Takes one of what a network address may ask for. @throws AppError rate_limited */
export const takeFromAddress = (what: Asked, { address }: Source) =>
  take(limits.signInAddress(), `${what} ${address}`);

/** The attempts of one source at one account: at each step half as many an hour. */
function steps(): Limit[] {
  const { name, most, seconds } = limits.signInAccount();
  return [0, 1, 2, 3].map((n) => ({
    name: n === 0 ? name : `${name}-${n}`,
    most: most * 2 ** n,
    seconds: seconds * 4 ** n,
  }));
}

/** What the limits call a source: a device that the account has signed in on counts by itself, wherever it is. */
function sourceOf(account: Account, { address, device }: Source) {
  const known = account && knownDevice(device, account.id);
  return { isKnown: known !== undefined, name: known === undefined ? address : `device ${known}` };
}

/**
 * Takes an attempt at the password of an account.
 * @returns What to call when the password was right: then it counts for nothing
 * @throws AppError rate_limited, for the source that overdoes it; for everybody
 * that the account does not know only when very many sources guess together
 */
export async function takeAttempt(email: string, account: Account, source: Source): Promise<() => void> {
  const { isKnown, name } = sourceOf(account, source);
  const taken: [Limit, string][] = steps().map((step) => [step, `${name} ${email}`]);
  // Asked in any case, so that an address without an account costs the same.
  const wasHere = await audit.hasSignedInFrom({ userId: account?.id ?? 0, address: source.address });
  if (!isKnown && !wasHere) taken.push([limits.signInStrangers(), email]);
  try {
    if (!isKnown) await take(limits.signInAddress(), source.address);
    for (const [limit, caller] of taken) await take(limit, caller);
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.kind, sentence(error), error.extra) : error;
  }
  return () => {
    for (const [limit, caller] of taken) giveBack(limit, caller);
  };
}

function sentence({ extra: { retryAfter = 1 } }: AppError): string {
  const minutes = Math.ceil(retryAfter / 60);
  const time = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return `Too many attempts to sign in. Try again in ${time}, or sign in with a link by e-mail.`;
}

/**
 * Takes a mail to an address, of one kind.
 * @throws AppError rate_limited for the source that asks too often
 */
export async function takeMail(
  kind: Purpose,
  email: string,
  account: Account,
  source: Source,
): Promise<void> {
  const { isKnown, name } = sourceOf(account, source);
  if (!isKnown) await takeFromAddress("mails", source);
  await take(limits.mails(), `${kind} ${name} ${email}`);
}

/**
 * Whether to mail another link of this kind. Not when very many were asked for
 * and the newest still works for long enough: the mailbox is not flooded, and
 * its owner always has a link or gets one.
 */
export async function isLinkWanted(kind: Purpose, email: string): Promise<boolean> {
  try {
    await take(limits.mailbox(), `${kind} ${email}`);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return !(await hasFreshLink({ purpose: kind, email, seconds: lifetimes[kind] / 2 }));
  }
}
