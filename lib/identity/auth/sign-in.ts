import { transaction } from "@/db/transaction";
import type { Caller } from "@/lib/api/actor";
import { consumeRateLimit, limits } from "@/lib/api/limits";
import * as audit from "@/lib/identity/audit/service";
import * as callers from "@/lib/identity/callers/service";
import { email as Email } from "@/lib/identity/people/contract";
import { toUserMini } from "@/lib/identity/people/service";
import * as clock from "@/lib/platform/clock";
import { hashSecret } from "@/lib/platform/crypto/secrets";
import { AppError, conflict, invalid, notFound } from "@/lib/platform/errors";
import { checkPassword } from "./password";
import * as present from "./present";
import * as queries from "./queries";
import { type AttemptSource, consumePasswordAttempt } from "./rate-limits";
import { requireLasting, requireSignIn } from "./require-sign-in";
import { issueSession } from "./sessions";
import { canBypassSso, requireSsoBypass } from "./sso-only";
import { generateApiToken, lifetimes, readLoginToken, type SignInMethod, signLoginToken } from "./tokens";

export type Origin = AttemptSource & { userAgent: string | null };

const wrong = () => new AppError("unauthorized", "Incorrect e-mail address or password.");

/**
 * Verifies an address and password.
 * @throws AppError unauthorized with the same message and timing whether or not the address has an account;
 * rate_limited
 */
export async function checkCredentials(emailGiven: string, password: string, source: AttemptSource) {
  const { address } = source;
  const { data: email } = Email.safeParse(emailGiven);
  if (email === undefined) {
    await consumeRateLimit(limits.signInAddress(), address);
    throw wrong();
  }
  const user = await queries.findUserByEmail({ email });
  const succeeded = await consumePasswordAttempt(email, user, source);
  const fits = await checkPassword(user?.passwordHash, password);
  const isWrong = !user || !fits || user.disabledAt !== null;
  const isRefused = isWrong || !canBypassSso(user);
  await audit.record({
    userId: user?.id,
    action: isRefused ? "sign_in_failed" : "signed_in",
    details: { method: "password" },
    address,
  });
  if (isWrong) throw wrong();
  requireSsoBypass(user);
  succeeded();
  return user;
}

export async function login(email: string, password: string, origin: Origin) {
  const user = await checkCredentials(email, password, origin);
  return createLoginResponse(user, "password");
}

export async function createLoginResponse(
  user: NonNullable<Awaited<ReturnType<typeof queries.findUserById>>>,
  method: SignInMethod,
) {
  const viewers = await callers.byUser({ userId: user.id, issuedAt: clock.getDateIn(0) });
  return {
    access_token: await signLoginToken(user.id, method),
    token_type: "bearer" as const,
    expires_in: lifetimes.loginToken,
    groups: viewers.map(present.toGroupMini),
    user: toUserMini(user),
  };
}

export async function loginToGroups(loginToken: string, names: string[], origin: Origin) {
  const claims = await readLoginToken(loginToken);
  const viewers = claims ? await callers.byUser(claims) : [];
  if (viewers.length === 0) throw new AppError("unauthorized", "The login token is invalid or has expired.");
  const chosen =
    names.length === 0
      ? viewers
      : names.map((name) => {
          const viewer = viewers.find(({ group }) => group.name === name);
          if (!viewer) throw notFound("Group");
          return viewer;
        });
  return transaction(async () => {
    const answers = [];
    for (const viewer of chosen) {
      const tokens = await issueSession(viewer, origin);
      answers.push({ group: present.toGroupMini(viewer), ...tokens, user: toUserMini(viewer.user) });
    }
    return answers;
  });
}

/**
 * Ends the viewer's sessions in the given groups, or all sessions and login tokens.
 * @throws AppError forbidden
 */
export async function logout(viewer: Caller, groupIds: string[] | null | undefined) {
  requireLasting(viewer);
  const userId = viewer.user.id;
  const ended = await transaction(async () => {
    const ids = new Set(await queries.endSessions({ userId, groupIds: groupIds ?? undefined }));
    if (!groupIds) await queries.voidLoginTokens({ userId });
    for (const groupId of ids) await audit.record({ groupId, userId, action: "signed_out" });
    return [...ids];
  });
  return { success: true as const, message: "Signed out.", groups: ended };
}

export async function listApiTokens({ user, group }: Caller) {
  const rows = await queries.listApiTokens({ userId: user.id, groupId: group.id });
  return rows.map(present.toApiToken);
}

const YEAR_10000 = Date.UTC(10_000, 0);

// Maximum number per user, because each token has its own rate limit.
const MAX_API_TOKENS = 50;

/**
 * Creates an API token for the viewer's group. Only this response contains the token; the database stores its hash.
 * @throws AppError forbidden; conflict at the limit; InvalidInput
 */
export async function createApiToken(
  viewer: Caller,
  input: { name: string; expires_at?: string | null },
  { address }: Pick<Origin, "address">,
) {
  requireSignIn(viewer);
  const { user, group } = viewer;
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
  if (expiresAt && !(expiresAt.getTime() > clock.now() && expiresAt.getTime() < YEAR_10000))
    throw invalid(["body", "expires_at"], "Must be in the future, before the year 10000.");
  const token = generateApiToken();
  const own = { userId: user.id, groupId: group.id };
  const row = await transaction(async () => {
    if ((await queries.countApiTokens({ userId: user.id })) >= MAX_API_TOKENS)
      throw conflict(
        `Your account has ${MAX_API_TOKENS} API tokens, which is the limit. Revoke one that you no longer use.`,
      );
    const details = { name: input.name };
    await audit.record({ ...own, action: "api_token_made", details, address });
    const secret = { hash: hashSecret(token), hint: token.slice(-4) };
    return queries.insertApiToken({ ...own, ...details, ...secret, expiresAt });
  });
  return { ...present.toApiToken(row), token };
}

/** @throws AppError not_found, forbidden */
export async function revokeApiToken(viewer: Caller, id: number, { address }: Pick<Origin, "address">) {
  const { user, group, credential } = viewer;
  if (credential.kind !== "api_token" || credential.id !== String(id)) requireLasting(viewer);
  const own = { userId: user.id, groupId: group.id };
  await transaction(async () => {
    if (!(await queries.revokeApiToken({ id, ...own }))) throw notFound("API token");
    await audit.record({ ...own, action: "api_token_revoked", details: { token_id: id }, address });
  });
  return { success: true as const, message: "The token no longer works." };
}
