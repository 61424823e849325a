import { and, asc, eq, gt, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { apiTokens, sessions, usedRefreshTokens, users } from "@/db/schema/accounts";
import { oauthGrants } from "@/db/schema/oauth";
import * as callers from "@/lib/identity/callers/service";
import * as clock from "@/lib/platform/clock";

export async function findUserByEmail({ email }: { email: string }) {
  const [row] = await db().select().from(users).where(eq(users.email, email));
  return row;
}

export async function findUserById({ id }: { id: number }) {
  const [row] = await db().select().from(users).where(eq(users.id, id));
  return row;
}

export const setPassword = ({ userId, passwordHash }: { userId: number; passwordHash: string }) =>
  db().update(users).set({ passwordHash }).where(eq(users.id, userId));

export async function insertSession(values: typeof sessions.$inferInsert) {
  return requireRow(await db().insert(sessions).values(values).returning());
}

export async function deleteOldestSession({ userId, except }: { userId: number; except: string }) {
  const oldest = db()
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, except)))
    .orderBy(asc(sessions.lastUsedAt))
    .limit(1);
  const rows = await db()
    .delete(sessions)
    .where(sql`${sessions.id} in ${oldest}`)
    .returning({ id: sessions.id });
  callers.clearCache();
  return rows.length > 0;
}

/** Deletes sessions 30 days after their end, with their used refresh tokens. */
export const deleteOldSessions = () =>
  db()
    .delete(sessions)
    .where(sql`least(${sessions.endedAt}, ${sessions.expiresAt}) < now() - interval '30 days'`);

/** Finds and locks the active session whose current refresh token, or its immediate parent, has this hash. */
export async function findSessionByRefreshHash({ hash }: { hash: string }) {
  const [row] = await db()
    .select()
    .from(sessions)
    .where(and(or(eq(sessions.refreshHash, hash), eq(sessions.parentHash, hash)), isNull(sessions.endedAt)))
    .for("update");
  return row;
}

export async function findSessionByUsedHash({ hash }: { hash: string }) {
  const [row] = await db()
    .select({ id: usedRefreshTokens.sessionId })
    .from(usedRefreshTokens)
    .where(eq(usedRefreshTokens.hash, hash));
  return row;
}

export async function rotateSession(values: {
  id: string;
  userId: number;
  refreshHash: string;
  parentHash: string;
  expiresAt: Date;
}) {
  const { id, userId, refreshHash, parentHash, expiresAt } = values;
  await db()
    .insert(usedRefreshTokens)
    .values({ hash: parentHash, sessionId: id, userId })
    .onConflictDoNothing();
  await db()
    .update(sessions)
    .set({ refreshHash, parentHash, expiresAt, rotatedAt: sql`now()`, lastUsedAt: sql`now()` })
    .where(eq(sessions.id, id));
}

export async function endSessions(which: {
  userId: number;
  id?: string;
  groupIds?: string[];
  except?: string;
}) {
  const rows = await db()
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(sessions.userId, which.userId),
        isNull(sessions.endedAt),
        which.id ? eq(sessions.id, which.id) : undefined,
        which.groupIds ? or(...which.groupIds.map((id) => eq(sessions.groupId, id)), sql`false`) : undefined,
        which.except ? ne(sessions.id, which.except) : undefined,
      ),
    )
    .returning({ groupId: sessions.groupId });
  callers.clearCache();
  return rows.map((row) => row.groupId);
}

/** Uses the clock that also timestamps login tokens. */
export const voidLoginTokens = ({ userId }: { userId: number }) =>
  db()
    .update(users)
    .set({ signedOutAt: clock.getDateIn(0) })
    .where(eq(users.id, userId));

export async function endSessionById({ id }: { id: string }) {
  const [ended] = await db()
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning({ userId: sessions.userId, groupId: sessions.groupId });
  callers.clearCache();
  return ended;
}

// Excludes the tokens of connected apps, which are created by OAuth (`lib/identity/oauth`).
const isOfPerson = () =>
  notExists(
    db().select({ id: oauthGrants.id }).from(oauthGrants).where(eq(oauthGrants.apiTokenId, apiTokens.id)),
  );

export const listApiTokens = ({ userId, groupId }: { userId: number; groupId: string }) =>
  db()
    .select()
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.userId, userId),
        eq(apiTokens.groupId, groupId),
        isNull(apiTokens.revokedAt),
        isOfPerson(),
      ),
    )
    .orderBy(asc(apiTokens.id));

/** Counts a user's valid API tokens in all groups and locks the user until the transaction ends. */
export async function countApiTokens({ userId }: { userId: number }): Promise<number> {
  await db().select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  return db().$count(
    apiTokens,
    and(
      eq(apiTokens.userId, userId),
      isNull(apiTokens.revokedAt),
      or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`)),
      isOfPerson(),
    ),
  );
}

export async function insertApiToken(values: typeof apiTokens.$inferInsert) {
  return requireRow(await db().insert(apiTokens).values(values).returning());
}

export async function revokeApiToken({
  id,
  userId,
  groupId,
}: {
  id: number;
  userId: number;
  groupId: string;
}) {
  const rows = await db()
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(apiTokens.id, id),
        eq(apiTokens.userId, userId),
        eq(apiTokens.groupId, groupId),
        isNull(apiTokens.revokedAt),
        isOfPerson(),
      ),
    )
    .returning({ id: apiTokens.id });
  callers.clearCache();
  return rows.length > 0;
}
