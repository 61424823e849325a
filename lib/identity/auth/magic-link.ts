import { transaction } from "@/db/transaction";
import * as audit from "@/lib/identity/audit/service";
import * as callers from "@/lib/identity/callers/service";
import { AppError } from "@/lib/platform/errors";
import { mail } from "@/lib/platform/mail/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import * as emails from "./email-templates";
import { confirmMailbox, issueLink, redeemToken } from "./mailed-links";
import * as queries from "./queries";
import { deleteMailedTokens, lockUserByEmail } from "./queries/mailed-links";
import { type AttemptSource, consumeAddressLimit, consumeMailLimit, shouldMailLink } from "./rate-limits";
import { createLoginResponse } from "./sign-in";
import { canBypassSso } from "./sso-only";
import { readLoginToken } from "./tokens";

/**
 * Mails a sign-in link. Response and work are the same whether or not the address has an account.
 * @throws AppError rate_limited
 */
export async function requestMagicLink(email: string, source: AttemptSource, next?: string) {
  const user = await queries.findUserByEmail({ email });
  await consumeMailLimit("magic", email, user, source);
  if (await shouldMailLink("magic", email)) {
    const t = await loadTranslate(toReader(user?.language ?? source.language), "mails");
    await transaction(async () => {
      const url = await issueLink("magic", email, { next });
      const letter = emails.buildMagicLinkMail(t, email, url, !user || user.emailConfirmedAt !== null);
      await mail(letter, { goesOut: user !== undefined && !user.disabledAt && canBypassSso(user) });
    });
  }
  return {
    success: true as const,
    message: "If there's an account with this address, we've sent it an e-mail with a link.",
  };
}

/**
 * Redeems the single-use token of a sign-in link.
 * @throws AppError unauthorized, rate_limited
 */
export async function redeemMagicToken(token: string, source: AttemptSource) {
  await consumeAddressLimit("links", source);
  const { address } = source;
  const user = await transaction(async () => {
    const taken = await redeemToken("magic", token);
    const found = taken && (await lockUserByEmail(taken));
    if (!found || found.disabledAt || !canBypassSso(found)) {
      await audit.record({
        userId: found?.id,
        action: "sign_in_failed",
        details: { method: "magic" },
        address,
      });
      return undefined;
    }
    await confirmMailbox(found);
    // Other pending sign-in links become void.
    await deleteMailedTokens({ email: found.email, purposes: ["magic"] });
    await audit.record({ userId: found.id, action: "signed_in", details: { method: "magic" }, address });
    return found;
  });
  if (!user)
    throw new AppError("unauthorized", "This link was already used or has expired. Request a new one.");
  return user;
}

export async function verifyMagicToken(token: string, from: AttemptSource) {
  const user = await redeemMagicToken(token, from);
  // `user` has the state from before redeeming the link, which removes the password of an unconfirmed account.
  const password_removed = user.emailConfirmedAt === null && user.passwordHash !== null;
  return { ...(await createLoginResponse(user, "magic")), password_removed };
}

/**
 * Returns whether a login token comes from a passwordless sign-in.
 * @throws AppError unauthorized
 */
export async function testPasswordless(loginToken: string) {
  const claims = await readLoginToken(loginToken);
  const isPasswordless = claims !== undefined && claims.method !== "password";
  const viewers = isPasswordless ? await callers.byUser(claims) : [];
  if (viewers.length === 0)
    throw new AppError(
      "unauthorized",
      "This isn't a login token from a magic link or Firebase, or it has expired.",
    );
  return { success: true as const, message: "Signed in without a password." };
}
