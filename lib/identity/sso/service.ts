import { transaction } from "@/db/transaction";
import type { Caller } from "@/lib/api/actor";
import { name as Name } from "@/lib/api/fields";
import * as audit from "@/lib/identity/audit/service";
import type { SignUpEntry } from "@/lib/identity/auth/service";
import {
  canBypassSso,
  consumeAddressLimit,
  createAccount,
  createLoginResponse,
  requireSignIn,
} from "@/lib/identity/auth/service";
import * as groups from "@/lib/identity/groups/service";
import { AppError, conflict } from "@/lib/platform/errors";
import * as queries from "./queries";
import { type Identity, readIdToken, refused } from "./tokens";

export { finishGoogleSignIn, offersGoogle, startGoogleSignIn } from "./google";

type User = NonNullable<Awaited<ReturnType<typeof queries.findUserByUid>>>;

/**
 * Signs in to the API with a Firebase ID token.
 * @throws as `getOrCreateUser`
 */
export async function login(token: string, entry: SignUpEntry) {
  return createLoginResponse(await getOrCreateUser(token, entry), "firebase");
}

/**
 * Returns the account of a Firebase ID token, creating it if necessary.
 *
 * An account with an unconfirmed address is not linked to the owner of that address: an attacker may have created
 * it and know its password (account pre-hijacking). The owner signs in with the password and links the identity.
 * @throws AppError unauthorized, unavailable, conflict for such an account, rate_limited; forbidden when sign-up
 * isn't permitted
 */
export async function getOrCreateUser(token: string, entry: SignUpEntry): Promise<User> {
  const { address } = entry;
  await consumeAddressLimit("identities", { address });
  const identity = await readIdToken(token);
  const user = await transaction(async () => {
    const found = (await queries.findUserByUid(identity)) ?? (await getOrCreateByEmail(identity, entry));
    if (!found.disabledAt && canBypassSso(found)) await note("signed_in", found.id, address);
    return found;
  });
  if (user.disabledAt || !canBypassSso(user)) throw refused();
  return user;
}

async function getOrCreateByEmail({ uid, email, name }: Identity, entry: SignUpEntry): Promise<User> {
  const { address } = entry;
  if (!email) {
    throw new AppError("unauthorized", "Firebase hasn't verified an e-mail address for this identity.");
  }
  const known = await queries.lockUserByEmail({ email });
  if (!known) {
    const fullName = Name(200).safeParse(name).data ?? email.split("@", 1)[0]!.slice(0, 200);
    const details = { method: "firebase" };
    const made = await createAccount(
      { email, fullName, firebaseUid: uid, isConfirmed: true, details },
      entry,
    );
    if (made) {
      await groups.createGroup(made.id);
      return made;
    }
    // A concurrent request with this token has created the account.
    const other = (await queries.findUserByUid({ uid })) ?? (await queries.lockUserByEmail({ email }));
    if (!other) throw conflict("This account is being changed right now. Try again.");
    return linkIdentity(other, { uid, email }, address);
  }
  return linkIdentity(known, { uid, email }, address);
}

async function linkIdentity(user: User, { uid, email }: { uid: string; email: string }, address: string) {
  if (user.firebaseUid === uid || user.disabledAt) return user;
  if (user.firebaseUid || !user.emailConfirmedAt) {
    throw conflict(
      user.firebaseUid
        ? "The account with this e-mail address is linked to another identity. Sign in a different way."
        : "There is an account with this e-mail address that has not confirmed it. Sign in with its password and link this identity there.",
    );
  }
  await queries.linkIdentityAndConfirmEmail({ userId: user.id, uid, email });
  await note("firebase_linked", user.id, address);
  return { ...user, firebaseUid: uid };
}

/**
 * Links a Firebase identity to the viewer's account. Idempotent.
 * @throws AppError unauthorized, unavailable; conflict when the account or the identity is already linked to another
 */
export async function link(viewer: Caller, token: string, address: string) {
  // If an API token sufficed, its holder could keep access after the token is revoked.
  requireSignIn(viewer);
  const { user } = viewer;
  const identity = await readIdToken(token);
  await transaction(async () => {
    const owner = await queries.findUserByUid(identity);
    if (owner && owner.id !== user.id) throw conflict("This identity is linked to another account.");
    const isLinked = await queries.linkIdentityAndConfirmEmail({
      userId: user.id,
      uid: identity.uid,
      email: identity.email,
    });
    if (!isLinked) throw conflict("This account is already linked to another identity.");
    if (!owner) await note("firebase_linked", user.id, address);
  });
  return { success: true as const, message: "The identity was linked." };
}

const note = (action: audit.AuditedAction, userId: number, address: string) =>
  audit.record({ userId, action, details: { method: "firebase" }, address });
