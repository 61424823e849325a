import { transaction } from "@/db/transaction";
import { limits, take } from "@/lib/api/limits";
import * as groups from "@/lib/identity/groups/service";
import { config } from "@/lib/platform/config";
import { seal, unseal } from "@/lib/platform/crypto/seal";
import { AppError, conflict, notFound } from "@/lib/platform/errors";
import { mail } from "@/lib/platform/mail/service";
import { wordsFor } from "@/lib/platform/words/catalogue";
import { readerIn } from "@/lib/platform/words/languages";
import { type Source, takeFromAddress, takeMail } from "./attempts";
import * as emails from "./email-templates";
import { addressFor, issueLink, takeToken } from "./mailed";
import { createAccount } from "./new-account";
import { hashPassword, refuseCommon } from "./password";
import * as queries from "./queries";
import { deleteMailedTokens } from "./queries/mailed";
import { type Admission, admit, type Entry } from "./sign-up";

/** `isLocal`: the request came from this machine itself. */
type From = Source & { isLocal?: boolean };
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

const entryOf = (given: Passwordless, { address, isLocal, language }: From): Entry => ({
  address,
  isLocal,
  language,
  setupToken: given.setup_token,
  invitation: given.invitation_token,
});

/** Whether an account is made only when a link in a mail to its address was used: as the setting says, else where mail is set up. */
const needsConfirmation = () => config().REQUIRE_EMAIL_CONFIRMATION ?? config().SMTP_URL !== undefined;

/**
 * Makes an account, with a group of its own unless it comes by an invitation.
 * Where addresses are confirmed, it mails a link instead, and answers the same
 * for an address that has an account.
 * @throws InvalidInput for a common password; AppError not_found for a bad
 * invitation, forbidden for whoever may not sign up, conflict for a known address, rate_limited
 */
export async function register(given: Passwordless & { password: string }, from: From, next?: string) {
  await take(limits.signInAddress(), from.address);
  refuseCommon(given.password, "password");
  const { email, full_name } = given;
  const invitation = await usableInvitation(given);
  const admission = await admit(email, entryOf(given, from));
  if (needsConfirmation() || admission.byMail) {
    await takeConfirmation(email, from);
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
        // Its token was mailed to this address.
        isConfirmed: invitation?.email === email,
      },
      entryOf(given, from),
    ),
  );
  if (!made) throw conflict("An account with this e-mail address already exists.");
  const { user } = made;
  return { user_id: user.id, email: user.email, full_name: user.fullName, confirmation_required: false };
}

/** Mails a link that makes an account without a password. The same answer for an address that has one. */
export async function registerPasswordless(given: Passwordless, from: From, next?: string) {
  await take(limits.signInAddress(), from.address);
  await usableInvitation(given);
  const admission = await admit(given.email, entryOf(given, from));
  await takeConfirmation(given.email, from);
  await askToConfirm(given, admission, null, from, next);
  return { success: true as const, message: "We've sent an e-mail with a link to this address." };
}

/**
 * Takes a mail that confirms an address. An earlier link never stands for it:
 * whoever asked for that one chose the password of its account.
 * @throws AppError rate_limited
 */
async function takeConfirmation(email: string, source: Source): Promise<void> {
  await takeMail("confirm", email, undefined, source);
  await take(limits.mailbox(), `confirm ${email}`);
}

/** The invitation that a registration names. @throws AppError not_found when it would not let this address in */
async function usableInvitation({ email, invitation_token }: Passwordless) {
  if (invitation_token === undefined) return undefined;
  const invitation = await groups.invitationOf(invitation_token);
  if (!invitation || (invitation.email !== null && invitation.email !== email)) throw notFound("Invitation");
  return invitation;
}

/** The same work whether or not the address has an account; only what the mail says differs. */
async function askToConfirm(
  given: Passwordless,
  admission: Admission,
  passwordHash: string | null,
  { language }: From,
  next?: string,
): Promise<void> {
  const { email, full_name, group_name = null, invitation_token } = given;
  const user = await queries.userByEmail({ email });
  const t = await wordsFor(readerIn(user?.language ?? language), "mails");
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
      ? emails.knownAlready(t, email, addressFor("/login", next))
      : emails.confirmation(t, email, url);
    await mail(letter, { goesOut: !user?.disabledAt });
  });
}

/**
 * Makes the account that a mailed link stands for; it works once.
 * @returns it, and whether it is in the group of its invitation
 * @throws AppError unauthorized, forbidden, rate_limited
 */
export async function confirmRegistration(token: string, from: From) {
  await takeFromAddress("links", from);
  const { address, isLocal, language } = from;
  const confirmed = await transaction(async () => {
    const taken = await takeToken("confirm", token);
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
    // Links of other registrations of this address could make no account any more.
    await deleteMailedTokens({ email: taken.email, purposes: ["confirm"] });
    return made;
  });
  if (!confirmed) throw new AppError("unauthorized", "This link was already used or has expired.");
  return confirmed;
}

/** The account with its first group; undefined when the address has one. `withoutInvitation`: also when the invitation has ended meanwhile. */
async function makeAccount(
  { groupName, ...given }: NewAccount,
  entry: Entry,
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
