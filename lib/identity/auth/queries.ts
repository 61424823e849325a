import { and, asc, eq, gt, isNull, lte, ne, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { prepareOnce } from "@/db/prepare-once";
import { one } from "@/db/rows";
import { apiTokens, groupMembers, groups, sessions, usedRefreshTokens, users } from "@/db/schema/accounts";
import type { Caller, Role } from "@/lib/api/actor";
import * as clock from "@/lib/platform/clock";

const viewerColumns = {
  userId: users.id,
  email: users.email,
  fullName: users.fullName,
  avatarUrl: users.avatarUrl,
  isInstallationOwner: users.isInstallationOwner,
  groupId: groups.id,
  groupName: groups.name,
  role: groupMembers.role,
};

type ViewerRow = {
  userId: number;
  email: string;
  fullName: string;
  avatarUrl: string | null;
  isInstallationOwner: boolean;
  groupId: string;
  groupName: string;
  role: Role;
};

const person = (row: ViewerRow) => ({
  user: {
    id: row.userId,
    email: row.email,
    fullName: row.fullName,
    avatarUrl: row.avatarUrl,
    isInstallationOwner: row.isInstallationOwner,
  },
  group: { id: row.groupId, name: row.groupName, role: row.role },
});

/** Nobody acts as a suspended person or in a suspended group, whatever they call with. */
const isActive = () => and(isNull(users.disabledAt), isNull(groups.suspendedAt));

const livingSession = prepareOnce((on) =>
  on
    .select({ ...viewerColumns, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.userId, users.id), eq(groupMembers.groupId, sessions.groupId)),
    )
    .innerJoin(groups, eq(groups.id, sessions.groupId))
    .where(
      and(
        eq(sessions.id, sql.placeholder("sessionId")),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql`now()`),
        isActive(),
      ),
    )
    .prepare("living_session"),
);

/** A living session whose person is still in its group. */
export async function viewerBySession({ sessionId }: { sessionId: string }): Promise<Caller | undefined> {
  const [row] = await livingSession().execute({ sessionId });
  if (!row) return undefined;
  if (isLongAgo(row.lastUsedAt)) {
    await db().update(sessions).set({ lastUsedAt: sql`now()` }).where(eq(sessions.id, sessionId));
  }
  return { ...person(row), kind: "user", credential: { kind: "session", id: sessionId } };
}

const livingApiToken = prepareOnce((on) =>
  on
    .select({
      ...viewerColumns,
      id: apiTokens.id,
      lastUsedAt: apiTokens.lastUsedAt,
      expiresAt: apiTokens.expiresAt,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.userId, users.id), eq(groupMembers.groupId, apiTokens.groupId)),
    )
    .innerJoin(groups, eq(groups.id, apiTokens.groupId))
    .where(
      and(
        eq(apiTokens.hash, sql.placeholder("hash")),
        isNull(apiTokens.revokedAt),
        or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`)),
        isActive(),
      ),
    )
    .prepare("living_api_token"),
);

export async function viewerByApiToken({ hash }: { hash: string }): Promise<Caller | undefined> {
  const [row] = await livingApiToken().execute({ hash });
  if (!row) return undefined;
  if (!row.lastUsedAt || isLongAgo(row.lastUsedAt)) {
    await db().update(apiTokens).set({ lastUsedAt: sql`now()` }).where(eq(apiTokens.id, row.id));
  }
  const credential = { kind: "api_token" as const, id: String(row.id), expires: row.expiresAt !== null };
  return { ...person(row), kind: "token", credential };
}

/** One viewer for each group of a person whose login token was made at `issuedAt`. */
export async function viewersByUser({
  userId,
  issuedAt,
}: {
  userId: number;
  issuedAt: Date;
}): Promise<Caller[]> {
  const rows = await db()
    .select(viewerColumns)
    .from(users)
    .innerJoin(groupMembers, eq(groupMembers.userId, users.id))
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(
      and(eq(users.id, userId), isActive(), or(isNull(users.signedOutAt), lte(users.signedOutAt, issuedAt))),
    )
    .orderBy(asc(groupMembers.joinedAt), asc(groups.name));
  const credential = { kind: "login" as const, id: String(userId), issuedAt };
  return rows.map((row) => ({ ...person(row), kind: "user" as const, credential }));
}

/** Marking each use would be a write a call; once in five minutes is enough for "last used". */
const isLongAgo = (moment: Date) => clock.now() - moment.getTime() > 300_000;

export async function userByEmail({ email }: { email: string }) {
  const [row] = await db().select().from(users).where(eq(users.email, email));
  return row;
}

export async function userById({ id }: { id: number }) {
  const [row] = await db().select().from(users).where(eq(users.id, id));
  return row;
}

export const setPassword = ({ userId, passwordHash }: { userId: number; passwordHash: string }) =>
  db().update(users).set({ passwordHash }).where(eq(users.id, userId));

export async function insertSession(values: typeof sessions.$inferInsert) {
  return one(await db().insert(sessions).values(values).returning());
}

/** The living session that a refresh token belongs to, as its current one or as the parent of that; locked. */
export async function sessionByRefreshHash({ hash }: { hash: string }) {
  const [row] = await db()
    .select()
    .from(sessions)
    .where(and(or(eq(sessions.refreshHash, hash), eq(sessions.parentHash, hash)), isNull(sessions.endedAt)))
    .for("update");
  return row;
}

/** The session that has rotated this refresh token away. */
export async function sessionByUsedHash({ hash }: { hash: string }) {
  const [row] = await db()
    .select({ id: usedRefreshTokens.sessionId })
    .from(usedRefreshTokens)
    .where(eq(usedRefreshTokens.hash, hash));
  return row;
}

export async function rotateSession(values: {
  id: string;
  refreshHash: string;
  parentHash: string;
  expiresAt: Date;
}) {
  const { id, refreshHash, parentHash, expiresAt } = values;
  await db().insert(usedRefreshTokens).values({ hash: parentHash, sessionId: id }).onConflictDoNothing();
  await db()
    .update(sessions)
    .set({ refreshHash, parentHash, expiresAt, rotatedAt: sql`now()`, lastUsedAt: sql`now()` })
    .where(eq(sessions.id, id));
}

/** Ends sessions of a person: one, those of some groups, or all but one. */
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
  return rows.map((row) => row.groupId);
}

/** By the clock that dates login tokens. */
export const voidLoginTokens = ({ userId }: { userId: number }) =>
  db()
    .update(users)
    .set({ signedOutAt: clock.dateIn(0) })
    .where(eq(users.id, userId));

/** Ends a session; whose it was, undefined when it had ended before. */
export async function endSessionById({ id }: { id: string }) {
  const [ended] = await db()
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning({ userId: sessions.userId, groupId: sessions.groupId });
  return ended;
}

export const listApiTokens = ({ userId, groupId }: { userId: number; groupId: string }) =>
  db()
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, userId), eq(apiTokens.groupId, groupId), isNull(apiTokens.revokedAt)))
    .orderBy(asc(apiTokens.id));

/** How many API tokens of a person still work, in all groups. The person is locked until the transaction ends. */
export async function countApiTokens({ userId }: { userId: number }): Promise<number> {
  await db().select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  return db().$count(
    apiTokens,
    and(
      eq(apiTokens.userId, userId),
      isNull(apiTokens.revokedAt),
      or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`)),
    ),
  );
}

export async function insertApiToken(values: typeof apiTokens.$inferInsert) {
  return one(await db().insert(apiTokens).values(values).returning());
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
      ),
    )
    .returning({ id: apiTokens.id });
  return rows.length > 0;
}
