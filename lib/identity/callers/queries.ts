import { and, asc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { prepareOnce } from "@/db/prepared-names";
import {
  apiTokens,
  groupMembers,
  groups,
  invitations,
  pushDevices,
  sessions,
  users,
} from "@/db/schema/accounts";
import { oauthCodes } from "@/db/schema/oauth";
import { chatShares } from "@/db/schema/shares";
import type { Caller, Role } from "@/lib/api/actor";
import * as clock from "@/lib/platform/clock";

const columns = {
  userId: users.id,
  email: users.email,
  fullName: users.fullName,
  avatarUrl: users.avatarUrl,
  isInstallationOwner: users.isInstallationOwner,
  groupId: groups.id,
  groupName: groups.name,
  role: groupMembers.role,
};

type CallerRow = {
  userId: number;
  email: string;
  fullName: string;
  avatarUrl: string | null;
  isInstallationOwner: boolean;
  groupId: string;
  groupName: string;
  role: Role;
};

const person = (row: CallerRow) => ({
  user: {
    id: row.userId,
    email: row.email,
    fullName: row.fullName,
    avatarUrl: row.avatarUrl,
    isInstallationOwner: row.isInstallationOwner,
  },
  group: { id: row.groupId, name: row.groupName, role: row.role },
});

// Excludes suspended users and groups for all credentials.
const isActive = () => and(isNull(users.disabledAt), isNull(groups.suspendedAt));

const livingSession = prepareOnce((on) =>
  on
    .select({ ...columns, lastUsedAt: sessions.lastUsedAt })
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

export async function findCallerBySession({ sessionId }: { sessionId: string }): Promise<Caller | undefined> {
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
      ...columns,
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

export async function findCallerByApiToken({ hash }: { hash: string }): Promise<Caller | undefined> {
  const [row] = await livingApiToken().execute({ hash });
  if (!row) return undefined;
  if (!row.lastUsedAt || isLongAgo(row.lastUsedAt)) {
    await db().update(apiTokens).set({ lastUsedAt: sql`now()` }).where(eq(apiTokens.id, row.id));
  }
  const credential = { kind: "api_token" as const, id: String(row.id), expires: row.expiresAt !== null };
  return { ...person(row), kind: "token", credential };
}

export async function listCallersByUser({
  userId,
  issuedAt,
}: {
  userId: number;
  issuedAt: Date;
}): Promise<Caller[]> {
  const rows = await db()
    .select(columns)
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

type Credentials = { userId: number; groupId?: string };

/**
 * Deletes all credentials of a user in one group or in all: sessions, API tokens with grants of connected apps,
 * authorization codes, open invitations, and links to chats. They stay invalid when the user returns.
 */
export async function endCredentials({ userId, groupId }: Credentials): Promise<void> {
  const inGroup = (column: typeof sessions.groupId | typeof oauthCodes.groupId | typeof apiTokens.groupId) =>
    groupId === undefined ? undefined : eq(column, groupId);
  await db()
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), inGroup(sessions.groupId)));
  await db()
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt), inGroup(apiTokens.groupId)));
  await db()
    .delete(oauthCodes)
    .where(and(eq(oauthCodes.userId, userId), inGroup(oauthCodes.groupId)));
  await revokeInvitationsBy({ userId, groupId });
  await db()
    .delete(chatShares)
    .where(
      and(
        eq(chatShares.createdBy, userId),
        groupId === undefined ? undefined : eq(chatShares.groupId, groupId),
      ),
    );
}

/** Deletes push subscriptions of all devices, which aren't linked to sessions; clients register again. */
export const deleteDevices = ({ userId }: { userId: number }) =>
  db().delete(pushDevices).where(eq(pushDevices.userId, userId));

export const revokeInvitationsBy = ({ userId, groupId }: Credentials) =>
  db()
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(invitations.invitedBy, userId),
        isNull(invitations.revokedAt),
        isNull(invitations.acceptedAt),
        groupId === undefined ? undefined : eq(invitations.groupId, groupId),
      ),
    );

// Updates "last used" at most every five minutes, to save a write per call.
const isLongAgo = (moment: Date) => clock.now() - moment.getTime() > 300_000;
