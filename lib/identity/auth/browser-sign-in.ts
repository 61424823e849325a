import { z } from "zod";
import { list, removeMember } from "@/lib/identity/groups/service";
import { config } from "@/lib/platform/config";
import { AppError, invalid, unauthorized } from "@/lib/platform/errors";
import { findViewerByCookie } from "./browser-cookie";
import { Register, RegisterPasswordless } from "./contract";
import { validateFields } from "./forms";
import { findUsableInvitation } from "./invitation-token";
import { redeemMagicToken } from "./magic-link";
import { toOwnPath, withNext } from "./redirect-path";
import { confirmRegistration, register, registerPasswordless } from "./registration";
import { endBrowserSession, startBrowserSession } from "./sessions";
import { checkCredentials, type Origin } from "./sign-in";

/**
 * Sign-in methods of the browser workspace. Each is a provider of NextAuth (`app/api/auth/providers.ts`) that
 * receives untrusted form fields and returns the user to sign in.
 */

export type Browser = Origin & { isLocal: boolean; session?: string };
type SignInFields = Record<string, unknown>;
/**
 * `userId` is null if an e-mail address must be confirmed first. `groupId` defaults to the group that the user joined
 * first. `replaces` is the session to end. `next` is the destination if it differs from the requested one.
 */
export type ResolvedSignIn = { userId: number | null; groupId?: string; replaces?: string; next?: string };

const Password = z.object({
  email: z.string().trim().min(1, "Enter your e-mail address."),
  password: z.string().min(1, "Enter your password."),
});
const text = (value: unknown) => (typeof value === "string" ? value : "");

/** @throws InvalidInput; AppError unauthorized, rate_limited */
export async function enterByPassword(fields: SignInFields, from: Browser): Promise<ResolvedSignIn> {
  const { email, password } = validateFields(Password, { email: "", password: "", ...fields });
  const user = await checkCredentials(email, password, from);
  return { userId: user.id };
}

/** @throws AppError unauthorized, rate_limited */
export async function enterByMagicLink({ token }: SignInFields, from: Browser): Promise<ResolvedSignIn> {
  const user = await redeemMagicToken(text(token), from);
  return { userId: user.id };
}

/** @throws AppError unauthorized, forbidden, rate_limited */
export async function enterByConfirmation({ token }: SignInFields, from: Browser): Promise<ResolvedSignIn> {
  const { user, hasJoined } = await confirmRegistration(text(token), from);
  return { userId: user.id, next: afterJoining(hasJoined) };
}

async function validateRegistration<T extends { email: string }>(
  schema: z.ZodType<T>,
  { next: wanted, ...fields }: SignInFields,
) {
  const next = toOwnPath(wanted, config().appUrl);
  const given = validateFields(schema, {
    ...fields,
    group_name: text(fields.group_name).trim() || undefined,
  });
  return { given: { ...given, invitation_token: await findUsableInvitation(next, given.email) }, next };
}

const mailed = (next: string) => withNext("/register?sent=1", next);
const afterJoining = (isIn: boolean) => (isIn ? "/" : undefined);

/**
 * Creates an account and signs in, or mails a confirmation link.
 * @throws as `register`
 */
export async function enterByRegistration(fields: SignInFields, from: Browser): Promise<ResolvedSignIn> {
  const { given, next } = await validateRegistration(Register, fields);
  const { user_id: userId } = await register(given, from, next).catch((error: unknown) => {
    const isTaken = error instanceof AppError && error.kind === "conflict";
    throw isTaken ? invalid(["body", "email"], error.message) : error;
  });
  if (userId === null) return { userId, next: mailed(next) };
  return { userId, next: afterJoining(given.invitation_token !== undefined) };
}

/**
 * Mails a link that creates an account without a password.
 * @returns the path of the page that confirms this
 */
export async function registerPasswordlessInBrowser(fields: SignInFields, from: Browser): Promise<string> {
  const { given, next } = await validateRegistration(RegisterPasswordless, fields);
  await registerPasswordless(given, from, next);
  return mailed(next);
}

async function getSession({ session }: Browser) {
  const viewer = await findViewerByCookie(session);
  if (!viewer) throw unauthorized();
  return viewer;
}

/**
 * Switches to another group by replacing the session, because a browser session is for one group.
 * @throws AppError unauthorized, not_found
 */
export async function enterGroup({ group_id }: SignInFields, from: Browser): Promise<ResolvedSignIn> {
  const { user, credential } = await getSession(from);
  return { userId: user.id, groupId: text(group_id), replaces: credential.id };
}

/**
 * Leaves the session's group and continues in another one, which is created if the user has none left.
 * @throws AppError unauthorized, conflict
 */
export async function leaveGroup(_fields: SignInFields, from: Browser): Promise<ResolvedSignIn> {
  const viewer = await getSession(from);
  await removeMember(viewer, viewer.group.id, viewer.user.id, from);
  const [next] = await list(viewer);
  return { userId: viewer.user.id, groupId: next?.id, replaces: viewer.credential.id };
}

/**
 * Starts the session. Returns undefined if an e-mail address must be confirmed first.
 * @throws AppError not_found when the user isn't in the group, forbidden without any group
 */
export async function startSession({ userId, groupId, replaces }: ResolvedSignIn, { userAgent }: Browser) {
  if (userId === null) return undefined;
  const session = await startBrowserSession(userId, userAgent, groupId);
  if (replaces) await endBrowserSession(replaces);
  return session;
}
