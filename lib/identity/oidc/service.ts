import { transaction } from "@/db/transaction";
import { name as Name } from "@/lib/api/fields";
import * as audit from "@/lib/identity/audit/service";
import {
  type Browser,
  consumeAddressLimit,
  createAccount,
  parseInvitationToken,
  type ResolvedSignIn,
  type SignUpEntry,
} from "@/lib/identity/auth/service";
import * as groups from "@/lib/identity/groups/service";
import type { OidcProvider } from "@/lib/platform/config/oidc-providers";
import { conflict, forbidden, unauthorized } from "@/lib/platform/errors";
import { getProvider } from "./providers";
import * as queries from "./queries";
import { finishOidcSignIn, OidcAttempt, type OidcIdentity } from "./sign-in";

export { endSessionsByToken } from "./back-channel";
export { listProviders as listOidcProviders } from "./providers";
export { startOidcSignIn } from "./sign-in";

type User = NonNullable<Awaited<ReturnType<typeof queries.findUserByIdentity>>>;

/**
 * Finishes a sign-in with an OpenID Connect provider.
 * @throws AppError not_found, unauthorized, unavailable, rate_limited; conflict for an account that can't be linked;
 * forbidden when the provider creates no accounts and sign-up isn't permitted
 */
export async function enterByOidc(fields: Record<string, unknown>, from: Browser): Promise<ResolvedSignIn> {
  const provider = getProvider(String(fields.provider));
  const attempt = OidcAttempt.safeParse(parseJson(fields.attempt));
  if (!attempt.success) throw unauthorized(`The sign-in with ${provider.name} failed. Try again.`);
  const { address, isLocal, language } = from;
  await consumeAddressLimit("identities", { address });
  const identity = await finishOidcSignIn(provider, String(fields.query), attempt.data);
  assertAllowed(provider, identity);
  const invitation = parseInvitationToken(String(fields.next));
  const entry = {
    address,
    isLocal,
    language,
    invitation,
    provider: { createsAccounts: provider.creates_accounts },
  };
  const user = await transaction(async () => {
    const found =
      (await queries.findUserByIdentity(identity)) ?? (await getOrCreateByEmail(provider, identity, entry));
    if (found.disabledAt) return found;
    await applyRole(provider, found.id, identity, address);
    await note("signed_in", found.id, provider, address);
    return found;
  });
  if (user.disabledAt) throw unauthorized("This account is suspended.");
  return { userId: user.id };
}

/** @throws AppError forbidden */
function assertAllowed(
  { name, email_domains, allowed_values }: OidcProvider,
  { email, values }: OidcIdentity,
) {
  const domain = email?.slice(email.lastIndexOf("@") + 1);
  if (email_domains && (domain === undefined || !email_domains.includes(domain)))
    throw forbidden(`${name} has no confirmed address of this account that can sign in here.`);
  if (allowed_values && !allowed_values.some((value) => values.includes(value)))
    throw forbidden(`Your account at ${name} may not sign in here. Ask your administrator.`);
}

async function applyRole(
  { group_id: groupId, admin_values }: OidcProvider,
  userId: number,
  { values }: OidcIdentity,
  address: string,
): Promise<void> {
  if (!groupId || !admin_values) return;
  const role = admin_values.some((value) => values.includes(value)) ? "admin" : "member";
  await groups.applyRole({ groupId, userId, role, address });
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

async function getOrCreateByEmail(
  provider: OidcProvider,
  identity: OidcIdentity,
  entry: SignUpEntry,
): Promise<User> {
  const { issuer, subject, email, name } = identity;
  if (!email) throw unauthorized(`${provider.name} has no confirmed e-mail address of this account.`);
  const known = await queries.lockUserByEmail({ email });
  if (known) return link(known, provider, identity, entry.address);
  const fullName = Name(200).safeParse(name).data ?? email.split("@", 1)[0]!.slice(0, 200);
  const details = { method: "oidc", provider: provider.id };
  const made = await createAccount({ email, fullName, isConfirmed: true, details }, entry);
  if (!made) throw conflict("This account is being changed right now. Try again.");
  await queries.insertIdentity({ issuer, subject, userId: made.id });
  await join(provider, made.id, entry.address);
  return made;
}

// An account with an unconfirmed address isn't linked to the owner of that address: an attacker may have created it and
// know its password (account pre-hijacking).
async function link(
  user: User,
  provider: OidcProvider,
  { issuer, subject }: OidcIdentity,
  address: string,
): Promise<User> {
  if (user.disabledAt) return user;
  if (!user.emailConfirmedAt)
    throw conflict("There is an account with this e-mail address that has not confirmed it.");
  if (!(await queries.insertIdentity({ issuer, subject, userId: user.id })))
    throw conflict("The account with this e-mail address is linked to another identity.");
  await note("identity_linked", user.id, provider, address);
  if (provider.group_id) await join(provider, user.id, address);
  return user;
}

// Once, so that people who were removed from the group stay out of it.
async function join(provider: OidcProvider, userId: number, address: string): Promise<void> {
  const { group_id: groupId, group_role: role } = provider;
  if (groupId) await groups.addMember({ groupId, userId, role, address });
  else await groups.createGroup(userId, undefined, address);
}

const note = (action: audit.AuditedAction, userId: number, { id }: OidcProvider, address: string) =>
  audit.record({ userId, action, details: { method: "oidc", provider: id }, address });
