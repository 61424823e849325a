import { transaction } from "@/db/transaction";
import type { Caller } from "@/lib/api/actor";
import { consumeRateLimit, limits } from "@/lib/api/limits";
import * as audit from "@/lib/identity/audit/service";
import { AppError } from "@/lib/platform/errors";
import { mail } from "@/lib/platform/mail/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import * as emails from "./email-templates";
import { confirmMailbox, endEverySession, isOpen, issueLink, redeemToken } from "./mailed-links";
import { checkPassword, hashPassword, refuseCommonPassword } from "./password";
import * as queries from "./queries";
import { deleteMailedTokens, listApiTokenNames, lockMailbox, lockUserByEmail } from "./queries/mailed-links";
import { type AttemptSource, consumeAddressLimit, consumeMailLimit, shouldMailLink } from "./rate-limits";
import { requireLasting } from "./require-sign-in";
import { canBypassSso, requireSsoBypass } from "./sso-only";

/**
 * Changes the viewer's password and ends all other sessions.
 * @throws AppError bad_request when the current password is wrong; forbidden; rate_limited; InvalidInput
 */
export async function changePassword(
  viewer: Caller,
  input: { current_password: string; new_password: string },
  { address }: AttemptSource,
) {
  requireLasting(viewer);
  const {
    user: { id, email },
    credential,
  } = viewer;
  // Separate from the sign-in limit, which a stranger could exhaust to block the change.
  await consumeRateLimit(limits.signInAccount(), `change ${id}`);
  refuseCommonPassword(input.new_password, "new_password");
  const {
    passwordHash: stored,
    language,
    isInstallationOwner = false,
  } = (await queries.findUserById({ id })) ?? {};
  requireSsoBypass({ isInstallationOwner });
  const isRight = await checkPassword(stored, input.current_password);
  if (!isRight) {
    throw new AppError(
      "bad_request",
      stored
        ? "The current password is incorrect."
        : "This account has no password. Set one with “Forgot password?”.",
    );
  }
  const passwordHash = await hashPassword(input.new_password);
  await transaction(async () => {
    await lockMailbox({ email });
    await queries.setPassword({ userId: id, passwordHash });
    await endEverySession(id, credential.kind === "session" ? credential.id : undefined);
    await deleteMailedTokens({ email, purposes: ["magic", "reset"] });
    await audit.record({ userId: id, action: "password_changed", address });
    await mail(emails.buildPasswordChangedMail(await loadTranslate(toReader(language), "mails"), email));
  });
  return {
    success: true as const,
    message: "Your password was changed. All other sessions were signed out.",
  };
}

/**
 * Mails a password reset link, which voids earlier ones. Response and work are the same whether or not the address has
 * an account.
 */
export async function forgotPassword(email: string, source: AttemptSource, next?: string) {
  const user = await queries.findUserByEmail({ email });
  await consumeMailLimit("reset", email, user, source);
  if (await shouldMailLink("reset", email)) {
    const t = await loadTranslate(toReader(user?.language ?? source.language), "mails");
    await transaction(async () => {
      await lockMailbox({ email });
      await deleteMailedTokens({ email, purposes: ["reset"] });
      const url = await issueLink("reset", email, { next });
      await mail(emails.buildPasswordResetLinkMail(t, email, url), {
        goesOut: user !== undefined && !user.disabledAt && canBypassSso(user),
      });
    });
  }
  return {
    success: true as const,
    message: "If there's an account with this address, we've sent it an e-mail with a link.",
  };
}

const stale = () =>
  new AppError("bad_request", "This link was already used, replaced by a newer one, or has expired.");

/**
 * Sets the password with a mailed link and ends all sessions.
 * @throws AppError bad_request for an invalid token; rate_limited; InvalidInput
 */
export async function resetPassword(input: { token: string; new_password: string }, source: AttemptSource) {
  await consumeAddressLimit("links", source);
  const { address } = source;
  refuseCommonPassword(input.new_password, "new_password");
  // Prevents expensive hashing without a valid link.
  if (!(await isOpen("reset", input.token))) throw stale();
  const passwordHash = await hashPassword(input.new_password);
  const user = await transaction(async () => {
    const taken = await redeemToken("reset", input.token);
    const found = taken && (await lockUserByEmail(taken));
    if (!found || found.disabledAt || !canBypassSso(found)) return undefined;
    await confirmMailbox(found);
    await queries.setPassword({ userId: found.id, passwordHash });
    await endEverySession(found.id);
    await deleteMailedTokens({ email: found.email, purposes: ["magic", "reset"] });
    await audit.record({ userId: found.id, action: "password_reset", address });
    const t = await loadTranslate(toReader(found.language), "mails");
    await mail(
      emails.buildPasswordWasResetMail(t, found.email, await listApiTokenNames({ userId: found.id })),
    );
    return found;
  });
  if (!user) throw stale();
  const ended =
    user.emailConfirmedAt === null
      ? " Your e-mail address hadn't been confirmed before, so the account's API tokens were removed."
      : "";
  return { success: true as const, message: `Your new password is set. Sign in with it.${ended}` };
}
