import { transaction } from "@/db/transaction";
import { consumeRateLimit, limits } from "@/lib/api/limits";
import * as groups from "@/lib/identity/groups/service";
import { config } from "@/lib/platform/config";
import { seal, unseal } from "@/lib/platform/crypto/seal";
import { AppError, conflict, notFound } from "@/lib/platform/errors";
import { mail } from "@/lib/platform/mail/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import * as emails from "./email-templates";
import { buildLink, issueLink, redeemToken } from "./mailed-links";
import { createAccount } from "./new-account";
import { hashPassword, refuseCommonPassword } from "./password";
import * as queries from "./queries";
import { deleteMailedTokens } from "./queries/mailed-links";
import { type AttemptSource, consumeAddressLimit, consumeMailLimit } from "./rate-limits";
import { type Admission, admit, type SignUpEntry } from "./sign-up";

type From = AttemptSource & { isLocal?: boolean };
type Passwordless = {
  email: string;
  full_name: string;
  group_name?: string;
  invitation_token?: string;
  setup_token?: string;
};
type NewAccount = {
  email: string;
  fullName: string;
  passwordHash: string | null;
  groupName: string | undefined;
  isConfirmed: boolean;
};

const toEntry = (input: Passwordless, { address, isLocal, language }: From): SignUpEntry => ({
  address,
  isLocal,
  language,
  setupToken: input.setup_token,
  invitation: input.invitation_token,
});

// Returns true if accounts are created only after e-mail confirmation, which is the default when mail is configured.
const needsConfirmation = () => config().REQUIRE_EMAIL_CONFIRMATION ?? config().SMTP_URL !== undefined;

/**
 * Creates an account, with its own group unless invited. With e-mail confirmation it mails a link instead, and
 * responds the same for existing accounts.
 * @throws InvalidInput for a common password; AppError not_found for an invalid invitation, forbidden when sign-up
 * isn't permitted, conflict for a known address, rate_limited
 */
export async function register(given: Passwordless & { password: string }, from: From, next?: string) {
  await consumeRateLimit(limits.signInAddress(), from.address);
  refuseCommonPassword(given.password, "password");
  const { email, full_name } = given;
  const invitation = await requireUsableInvitation(given);
  const admission = await admit(email, toEntry(given, from));
  if (needsConfirmation() || admission.byMail) {
    await consumeConfirmationMail(email, from);
    await askToConfirm(given, admission, await hashPassword(given.password), from, next);
    return { user_id: null, email, full_name, confirmation_required: true };
  }
  const passwordHash = await hashPassword(given.password);
  const made = await transaction(() =>
    makeAccount(
      {
        email,
        fullName: full_name,
        passwordHash,
        groupName: given.group_name,
        // The invitation token was mailed to this address, which confirms it.
        isConfirmed: invitation?.email === email,
      },
      toEntry(given, from),
    ),
  );
  if (!made) throw conflict("An account with this e-mail address already exists.");
  const { user } = made;
  return { user_id: user.id, email: user.email, full_name: user.fullName, confirmation_required: false };
}

/** Mails a link that creates an account without a password. The response is the same for existing accounts. */
export async function registerPasswordless(input: Passwordless, from: From, next?: string) {
  await consumeRateLimit(limits.signInAddress(), from.address);
  await requireUsableInvitation(input);
  const admission = await admit(input.email, toEntry(input, from));
  await consumeConfirmationMail(input.email, from);
  await askToConfirm(input, admission, null, from, next);
  return { success: true as const, message: "We've sent an e-mail with a link to this address." };
}

/**
 * Consumes the limits of a confirmation mail. Rejects the request instead of relying on an earlier link, because the
 * requester of that link chose its account's password.
 * @throws AppError rate_limited
 */
async function consumeConfirmationMail(email: string, source: AttemptSource): Promise<void> {
  await consumeMailLimit("confirm", email, undefined, source);
  await consumeRateLimit(limits.mailbox(), `confirm ${email}`);
}

/** @throws AppError not_found when the invitation is invalid for this address */
async function requireUsableInvitation({ email, invitation_token }: Passwordless) {
  if (invitation_token === undefined) return undefined;
  const invitation = await groups.findInvitation(invitation_token);
  if (!invitation || (invitation.email !== null && invitation.email !== email)) throw notFound("Invitation");
  return invitation;
}

// Mails a confirmation link or, to an existing account, a link to sign in. The work is the same in both cases.
async function askToConfirm(
  input: Passwordless,
  admission: Admission,
  passwordHash: string | null,
  { language }: From,
  next?: string,
): Promise<void> {
  const { email, full_name, group_name = null, invitation_token } = input;
  const user = await queries.findUserByEmail({ email });
  const t = await loadTranslate(toReader(user?.language ?? language), "mails");
  await transaction(async () => {
    const url = await issueLink("confirm", email, {
      next,
      data: {
        full_name,
        group_name,
        password_hash: passwordHash,
        invitation: invitation_token === undefined ? null : seal("invitations", invitation_token),
        setup_proof: admission.setupProof,
      },
    });
    const letter = user
      ? emails.buildKnownAlreadyMail(t, email, buildLink("/login", next))
      : emails.buildConfirmationMail(t, email, url);
    await mail(letter, { goesOut: !user?.disabledAt });
  });
}

/**
 * Creates the account of a confirmation link, which works once.
 * @returns the account, and whether it joined the inviting group
 * @throws AppError unauthorized, forbidden, rate_limited
 */
export async function confirmRegistration(token: string, from: From) {
  await consumeAddressLimit("links", from);
  const { address, isLocal, language } = from;
  const confirmed = await transaction(async () => {
    const taken = await redeemToken("confirm", token);
    if (!taken?.data?.full_name) return undefined;
    const { full_name, group_name, password_hash, invitation: sealed, setup_proof: setupProof } = taken.data;
    const invitation = sealed ? unseal("invitations", sealed) : undefined;
    const made = await makeAccount(
      {
        email: taken.email,
        fullName: full_name,
        passwordHash: password_hash ?? null,
        groupName: group_name ?? undefined,
        isConfirmed: true,
      },
      { address, isLocal, language, setupProof, invitation },
      { withoutInvitation: true },
    );
    // Other confirmation links of this address are useless now.
    await deleteMailedTokens({ email: taken.email, purposes: ["confirm"] });
    return made;
  });
  if (!confirmed) throw new AppError("unauthorized", "This link was already used or has expired.");
  return confirmed;
}

// Creates the account with its first group. Returns undefined when the address is taken. `withoutInvitation` ignores an
// invitation that has expired meanwhile.
async function makeAccount(
  { groupName, ...given }: NewAccount,
  entry: SignUpEntry,
  { withoutInvitation = false } = {},
) {
  const user = await createAccount(given, entry);
  if (!user) return undefined;
  const { invitation } = entry;
  const hasJoined = invitation !== undefined && (await join(invitation, user, withoutInvitation));
  if (!hasJoined) await groups.createGroup(user.id, groupName);
  return { user, hasJoined };
}

async function join(token: string, user: { id: number; email: string }, mayFail: boolean): Promise<boolean> {
  try {
    await groups.redeem(token, user);
    return true;
  } catch (error) {
    if (mayFail && error instanceof AppError && error.kind === "not_found") return false;
    throw error;
  }
}
