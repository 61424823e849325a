import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as audit from "@/lib/identity/audit/service";
import * as callers from "@/lib/identity/callers/service";
import * as clock from "@/lib/platform/clock";
import { generateToken, hashSecret } from "@/lib/platform/crypto/secrets";
import { AppError, notFound } from "@/lib/platform/errors";
import { hasRoom } from "@/lib/platform/quota/service";
import * as queries from "./queries";
import { lifetimes, refreshTokenAfter, signAccessToken } from "./tokens";

const fromNow = (seconds: number) => clock.getDateIn(seconds * 1000);
const expired = () =>
  new AppError("unauthorized", "The refresh token is invalid or has expired. Sign in again.");

const insertSession = (values: Parameters<typeof queries.insertSession>[0]) =>
  transaction(async () => {
    const session = await queries.insertSession(values);
    await makeRoom(session);
    return session;
  });

// Deletes the user's oldest other sessions until the quota has room. Returns false if it has no room even then.
async function makeRoom({ id: except, userId }: { id: string; userId: number }): Promise<boolean> {
  while (!(await hasRoom("sessions", { userId })))
    if (!(await queries.deleteOldestSession({ userId, except }))) return false;
  return true;
}

export const sweepSessions = queries.deleteOldSessions;

async function bearer(sessionId: string) {
  return {
    access_token: await signAccessToken(sessionId),
    token_type: "bearer" as const,
    expires_in: lifetimes.accessToken,
  };
}

export async function issueSession({ user, group }: Viewer, { userAgent }: { userAgent: string | null }) {
  const refreshToken = generateToken();
  const session = await insertSession({
    userId: user.id,
    groupId: group.id,
    isBrowser: false,
    refreshHash: hashSecret(refreshToken),
    userAgent,
    expiresAt: fromNow(lifetimes.refreshToken),
  });
  return {
    ...(await bearer(session.id)),
    refresh_token: refreshToken,
    refresh_expires_in: lifetimes.refreshToken,
  };
}

export async function startBrowserSession(userId: number, userAgent: string | null, groupId?: string) {
  const viewers = await callers.byUser({ userId, issuedAt: clock.getDateIn(0) });
  const viewer = groupId ? viewers.find(({ group }) => group.id === groupId) : viewers[0];
  if (!viewer && !groupId)
    throw new AppError("forbidden", "You aren't in a group that you can open. Ask someone to invite you.");
  if (!viewer) throw notFound("Group");
  return insertSession({
    userId,
    groupId: viewer.group.id,
    isBrowser: true,
    userAgent,
    expiresAt: fromNow(lifetimes.refreshToken),
  });
}

export const endBrowserSession = (sessionId: string) => queries.endSessionById({ id: sessionId });

export const signOutBrowser = (sessionId: string, address = "browser") =>
  transaction(async () => {
    const ended = await queries.endSessionById({ id: sessionId });
    if (ended) await audit.record({ ...ended, action: "signed_out", address });
  });

// Finds the active session of a refresh token. Reuse of a rotated token ends the session, unless the token is the
// immediate parent and within the grace period. The caller must commit this before it responds with 401.
async function findSession(refreshToken: string) {
  const hash = hashSecret(refreshToken);
  const session = await queries.findSessionByRefreshHash({ hash });
  if (!session) {
    const used = await queries.findSessionByUsedHash({ hash });
    if (used) await queries.endSessionById({ id: used.id });
    return undefined;
  }
  const isParent = session.refreshHash !== hash;
  if (isParent && clock.now() - session.rotatedAt!.getTime() > lifetimes.refreshGrace * 1000) {
    await queries.endSessionById({ id: session.id });
    return undefined;
  }
  const endsAt = session.createdAt.getTime() + lifetimes.session * 1000;
  return session.expiresAt.getTime() > clock.now() && endsAt > clock.now()
    ? { ...session, isParent, endsAt }
    : undefined;
}

/**
 * Issues a new access token.
 * @throws AppError unauthorized
 */
export async function refresh(refreshToken: string) {
  const session = await transaction(() => findSession(refreshToken));
  if (!session || !(await callers.findBySession(session.id))) throw expired();
  return { ...(await bearer(session.id)), refresh_token: null, refresh_expires_in: null };
}

/**
 * Rotates a refresh token. The new token is derived from the old one and the installation's secret, so the parent
 * yields the same pair during the grace period, however often and concurrently it is used.
 * @throws AppError unauthorized
 */
export async function rotateRefreshToken(refreshToken: string) {
  const next = refreshTokenAfter(refreshToken);
  const session = await transaction(async () => {
    const found = await findSession(refreshToken);
    if (!found || !(await callers.findBySession(found.id))) return undefined;
    if (found.isParent) return found;
    const expiresAt = new Date(Math.min(fromNow(lifetimes.refreshToken).getTime(), found.endsAt));
    await queries.rotateSession({
      id: found.id,
      userId: found.userId,
      refreshHash: hashSecret(next),
      parentHash: hashSecret(refreshToken),
      expiresAt,
    });
    // A session whose own used tokens exceed the quota must sign in again.
    if (await makeRoom(found)) return { id: found.id, expiresAt };
    await queries.endSessionById({ id: found.id });
    return undefined;
  });
  if (!session) throw expired();
  const seconds = Math.floor((session.expiresAt.getTime() - clock.now()) / 1000);
  return { ...(await bearer(session.id)), refresh_token: next, refresh_expires_in: seconds };
}
