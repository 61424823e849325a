import { consumeRateLimit, type Limit, limits, refundRateLimit } from "@/lib/api/limits";
import * as audit from "@/lib/identity/audit/service";
import { AppError } from "@/lib/platform/errors";
import type { Language } from "@/lib/platform/words/languages";
import { findKnownDevice } from "./known-devices";
import { hasFreshLink, type Purpose } from "./queries/mailed-links";
import { lifetimes } from "./tokens";

/**
 * Slows down password guessing without account lockout: docs/decisions/001-account-lockout.md. Limits count by the
 * requested e-mail address, whether or not it has an account.
 */

export type AttemptSource = { address: string; device?: string; language?: Language };
type Account = { id: number } | undefined;

// Kinds of requests that are limited per network address. Each kind has its own limit, so that exhausting one leaves
// the others.
type AddressLimit = "mails" | "links" | "identities";

export const consumeAddressLimit = (what: AddressLimit, { address }: AttemptSource) =>
  consumeRateLimit(limits.signInAddress(), `${what} ${address}`);

// Returns limits with growing windows for the attempts of one source at one account; each step halves the permitted
// hourly rate.
function steps(): Limit[] {
  const { name, most, seconds } = limits.signInAccount();
  return [0, 1, 2, 3].map((n) => ({
    name: n === 0 ? name : `${name}-${n}`,
    most: most * 2 ** n,
    seconds: seconds * 4 ** n,
  }));
}

// Returns the rate limit key of a source. A device that the account has signed in on has its own key, regardless of its
// network address.
function identifySource(account: Account, { address, device }: AttemptSource) {
  const known = account && findKnownDevice(device, account.id);
  return { isKnown: known !== undefined, name: known === undefined ? address : `device ${known}` };
}

/**
 * Consumes a password attempt.
 * @returns a function to call when the password was correct, which refunds the attempt
 * @throws AppError rate_limited for a source with too many attempts; for all sources unknown to the account when very
 * many of them guess together
 */
export async function consumePasswordAttempt(
  email: string,
  account: Account,
  source: AttemptSource,
): Promise<() => void> {
  const { isKnown, name } = identifySource(account, source);
  const taken: [Limit, string][] = steps().map((step) => [step, `${name} ${email}`]);
  // Queried even if the result isn't needed, so that the response time doesn't reveal whether the account exists.
  const wasHere = await audit.hasSignedInFrom({ userId: account?.id ?? 0, address: source.address });
  if (!isKnown && !wasHere) taken.push([limits.signInStrangers(), email]);
  try {
    if (!isKnown) await consumeRateLimit(limits.signInAddress(), source.address);
    for (const [limit, caller] of taken) await consumeRateLimit(limit, caller);
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.kind, sentence(error), error.extra) : error;
  }
  return () => {
    for (const [limit, caller] of taken) refundRateLimit(limit, caller);
  };
}

function sentence({ extra: { retryAfter = 1 } }: AppError): string {
  const minutes = Math.ceil(retryAfter / 60);
  const time = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return `Too many attempts to sign in. Try again in ${time}, or sign in with a link by e-mail.`;
}

/**
 * Counts a requested mail of one kind to an address towards the limits of its source.
 * @throws AppError rate_limited for a source with too many requests
 */
export async function consumeMailLimit(
  kind: Purpose,
  email: string,
  account: Account,
  source: AttemptSource,
): Promise<void> {
  const { isKnown, name } = identifySource(account, source);
  if (!isKnown) await consumeAddressLimit("mails", source);
  await consumeRateLimit(limits.mails(), `${kind} ${name} ${email}`);
}

/**
 * Returns true if another link of this kind should be mailed. Returns false if very many were requested and the newest
 * is valid for long enough, so that the mailbox isn't flooded and its owner always has a working link.
 */
export async function shouldMailLink(kind: Purpose, email: string): Promise<boolean> {
  try {
    await consumeRateLimit(limits.mailbox(), `${kind} ${email}`);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return !(await hasFreshLink({ purpose: kind, email, seconds: lifetimes[kind] / 2 }));
  }
}
