import * as groups from "@/lib/identity/groups/service";
import { config } from "@/lib/platform/config";
import { forbidden } from "@/lib/platform/errors";
import type { Language } from "@/lib/platform/words/languages";
import { canSetUp, isOwned, type SetupProof, setupProof } from "./setup-link";
import { isSsoOnly } from "./sso-only";

export type SignUpEntry = SetupProof & {
  address: string;
  invitation?: string;
  language?: Language;
  // Set for sign-ins with a provider of identities.
  provider?: {
    // True if the provider decides instead of `SIGN_UP`.
    createsAccounts: boolean;
  };
};

/**
 * Requirements of a new account. `byMail` requires e-mail confirmation; `setupProof` is stored with the confirmation
 * link.
 */
export type Admission = { byMail: boolean; setupProof: string | null };

const NOT_ITS_OWNER =
  "This installation isn't set up yet. Its first account needs the e-mail address in OWNER_EMAIL.";

const list = new Intl.ListFormat("en", { type: "disjunction" });

export function signUpPhrase(): string {
  const { signUp } = config();
  if (signUp.mode === "domain") return `only with an e-mail address at ${list.format(signUp.domains)}`;
  return phrases[signUp.mode];
}

const phrases = {
  open: "open to anyone who can reach this address",
  invited: "by invitation only",
  closed: "closed",
};
const refusals = {
  notSetUp: "This installation isn't set up yet. Ask your administrator for the setup link.",
  invited: "New accounts need an invitation. Ask someone with an account to invite you.",
  closed: "Sign-up is closed. Ask your administrator for an account.",
  sso: "Accounts are created with single sign-on only.",
};

/**
 * Checks the sign-up policy. Called by every way to create an account: before mailing a link, and again in the
 * creating transaction.
 * @throws AppError forbidden with a message that names whom to ask
 */
export async function admit(email: string, entry: SignUpEntry): Promise<Admission> {
  if (!(await isOwned())) return admitOwner(email, entry);
  if (entry.provider?.createsAccounts) return { byMail: false, setupProof: null };
  if (isSsoOnly() && !entry.provider) throw forbidden(refusals.sso);
  const { signUp } = config();
  if (signUp.mode === "closed") throw forbidden(refusals.closed);
  if (signUp.mode === "invited" && !(await isInvited(email, entry))) throw forbidden(refusals.invited);
  if (signUp.mode !== "domain") return { byMail: false, setupProof: null };
  if (!signUp.domains.includes(getDomain(email)))
    throw forbidden(`Only e-mail addresses at ${list.format(signUp.domains)} can create an account here.`);
  // An unconfirmed address doesn't prove membership of its domain.
  return { byMail: true, setupProof: null };
}

async function admitOwner(email: string, entry: SignUpEntry): Promise<Admission> {
  const { OWNER_EMAIL } = config();
  const mayHere = await canSetUp(entry);
  if (OWNER_EMAIL === undefined && !mayHere) throw forbidden(refusals.notSetUp);
  if (OWNER_EMAIL !== undefined && email !== OWNER_EMAIL) throw forbidden(NOT_ITS_OWNER);
  return { byMail: !mayHere, setupProof: mayHere ? await setupProof() : null };
}

async function isInvited(email: string, { invitation: token }: SignUpEntry): Promise<boolean> {
  const invitation = token === undefined ? undefined : await groups.findInvitation(token);
  return invitation !== undefined && (invitation.email ?? email) === email;
}

const getDomain = (email: string) => email.slice(email.lastIndexOf("@") + 1);

export type SignUpOffer = { isOwned: boolean; refusal?: keyof typeof refusals };

export async function getSignUpOffer(entry: SignUpEntry): Promise<SignUpOffer> {
  if (!(await isOwned())) {
    const may = config().OWNER_EMAIL !== undefined || (await canSetUp(entry));
    return { isOwned: false, refusal: may ? undefined : "notSetUp" };
  }
  if (isSsoOnly()) return { isOwned: true, refusal: "sso" };
  const { mode } = config().signUp;
  if (mode === "closed") return { isOwned: true, refusal: "closed" };
  const invitation = entry.invitation && (await groups.findInvitation(entry.invitation));
  return { isOwned: true, refusal: mode === "invited" && !invitation ? "invited" : undefined };
}
