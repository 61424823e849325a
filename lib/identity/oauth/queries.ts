import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, ne, notExists, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { apiTokens, groups, users } from "@/db/schema/accounts";
import { oauthClients, oauthCodes, oauthGrants } from "@/db/schema/oauth";
import * as callers from "@/lib/identity/callers/service";

export type ClientRow = typeof oauthClients.$inferSelect;
export type CodeRow = typeof oauthCodes.$inferSelect;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function insertClient(values: Pick<ClientRow, "name" | "redirectUris">): Promise<ClientRow> {
  return requireRow(await db().insert(oauthClients).values(values).returning());
}

export async function deleteOldestUnusedClient({ except }: { except: string }): Promise<boolean> {
  const oldest = db()
    .select({ id: oauthClients.id })
    .from(oauthClients)
    .where(and(isNull(oauthClients.lastUsedAt), ne(oauthClients.id, except)))
    .orderBy(asc(oauthClients.createdAt))
    .limit(1);
  const rows = await db()
    .delete(oauthClients)
    .where(sql`${oauthClients.id} in ${oldest}`)
    .returning({ id: oauthClients.id });
  return rows.length > 0;
}

export async function findClient({ id }: { id: string }): Promise<ClientRow | undefined> {
  if (!UUID.test(id)) return undefined;
  const [row] = await db().select().from(oauthClients).where(eq(oauthClients.id, id));
  return row;
}

/** Inserts a code and deletes the user's expired ones, since every click creates one. */
export async function insertCode(values: typeof oauthCodes.$inferInsert): Promise<void> {
  await db()
    .delete(oauthCodes)
    .where(
      and(
        eq(oauthCodes.userId, values.userId),
        isNull(oauthCodes.grantId),
        lt(oauthCodes.expiresAt, sql`now()`),
      ),
    );
  await db().insert(oauthCodes).values(values);
}

/** Finds and locks a code, so that it is exchanged once. */
export async function lockCode({ hash }: { hash: string }): Promise<CodeRow | undefined> {
  const [row] = await db().select().from(oauthCodes).where(eq(oauthCodes.hash, hash)).for("update");
  return row;
}

export const deleteCode = ({ hash }: { hash: string }) =>
  db().delete(oauthCodes).where(eq(oauthCodes.hash, hash));

export const useCode = ({ hash, grantId }: { hash: string; grantId: string }) =>
  db().update(oauthCodes).set({ grantId }).where(eq(oauthCodes.hash, hash));

/** Inserts a grant with its access token row, which is unusable until `setTokens` sets its hash. */
export async function insertGrant(values: {
  clientId: string;
  userId: number;
  groupId: string;
  expiresAt: Date;
}): Promise<{ id: string; name: string }> {
  const { clientId, userId, groupId, expiresAt } = values;
  const { name } = requireRow(
    await db()
      .update(oauthClients)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(oauthClients.id, clientId))
      .returning({ name: oauthClients.name }),
  );
  const { id: apiTokenId } = requireRow(
    await db()
      .insert(apiTokens)
      .values({ userId, groupId, name, hash: `none ${randomUUID()}`, hint: "", expiresAt: sql`now()` })
      .returning({ id: apiTokens.id }),
  );
  const { id } = requireRow(
    await db()
      .insert(oauthGrants)
      .values({ clientId, apiTokenId, expiresAt })
      .returning({ id: oauthGrants.id }),
  );
  return { id, name };
}

const isTokenOfGrant = ({ id }: { id: string }) =>
  sql`${apiTokens.id} = (select ${oauthGrants.apiTokenId} from ${oauthGrants} where ${oauthGrants.id} = ${id}::uuid)`;

export async function setTokens(next: {
  id: string;
  hash: string;
  until: Date;
  number: number;
  expiresAt: Date;
}): Promise<void> {
  const { id, hash, until, number, expiresAt } = next;
  await db().update(apiTokens).set({ hash, hint: "", expiresAt: until }).where(isTokenOfGrant({ id }));
  await db()
    .update(oauthGrants)
    .set({ refreshNumber: number, refreshedAt: sql`now()`, expiresAt })
    .where(eq(oauthGrants.id, id));
  callers.clearCache();
}

const columns = {
  id: oauthGrants.id,
  clientId: oauthGrants.clientId,
  number: oauthGrants.refreshNumber,
  refreshedAt: oauthGrants.refreshedAt,
  createdAt: oauthGrants.createdAt,
  name: apiTokens.name,
  userId: apiTokens.userId,
  groupId: apiTokens.groupId,
  groupName: groups.name,
  lastUsedAt: apiTokens.lastUsedAt,
  until: sql<Date>`${apiTokens.expiresAt}`.mapWith(apiTokens.expiresAt),
};

const living = () =>
  db()
    .select(columns)
    .from(oauthGrants)
    .innerJoin(apiTokens, eq(apiTokens.id, oauthGrants.apiTokenId))
    .innerJoin(groups, eq(groups.id, apiTokens.groupId))
    .$dynamic();
const isLiving = () => and(isNull(apiTokens.revokedAt), gt(oauthGrants.expiresAt, sql`now()`));

export type ActiveGrant = Awaited<ReturnType<typeof listGrants>>[number];

export const listGrants = ({ userId }: { userId: number }) =>
  living()
    .where(and(eq(apiTokens.userId, userId), isLiving()))
    .orderBy(desc(oauthGrants.createdAt));

export async function findGrant({
  id,
  hash,
  userId,
}: {
  id?: string;
  hash?: string;
  userId?: number;
}): Promise<ActiveGrant | undefined> {
  const which = hash === undefined ? eq(oauthGrants.id, id!) : eq(apiTokens.hash, hash);
  const [row] = await living().where(
    and(which, userId === undefined ? undefined : eq(apiTokens.userId, userId), isLiving()),
  );
  return row;
}

/** Like `findGrant`, with a lock against concurrent renewal. */
export async function lockGrant({ id }: { id: string }): Promise<ActiveGrant | undefined> {
  const [row] = await living()
    .where(and(eq(oauthGrants.id, id), isLiving()))
    .for("update", { of: [oauthGrants, apiTokens] });
  return row;
}

/** Counts a user's connected apps and locks the user until the transaction ends. */
export async function countGrants({ userId }: { userId: number }): Promise<number> {
  await db().select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  return (await listGrants({ userId })).length;
}

export async function endGrant({ id, userId }: { id: string; userId: number }): Promise<boolean> {
  const rows = await db()
    .update(apiTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(isTokenOfGrant({ id }), eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
    .returning({ id: apiTokens.id });
  callers.clearCache();
  return rows.length > 0;
}

/** Keeps used codes for a day, so that reuse revokes the grant. */
export async function deleteExpiredGrants(): Promise<void> {
  await db().delete(oauthCodes).where(lt(oauthCodes.expiresAt, sql`now() - interval '1 day'`));
  const over = db()
    .select({ id: oauthGrants.apiTokenId })
    .from(oauthGrants)
    .innerJoin(apiTokens, eq(apiTokens.id, oauthGrants.apiTokenId))
    .where(
      or(
        lt(oauthGrants.expiresAt, sql`now()`),
        and(isNotNull(apiTokens.revokedAt), lt(apiTokens.revokedAt, sql`now() - interval '1 day'`)),
      ),
    );
  await db().delete(apiTokens).where(sql`${apiTokens.id} in ${over}`);
  callers.clearCache();
  const used = db()
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(eq(oauthGrants.clientId, oauthClients.id));
  await db()
    .delete(oauthClients)
    .where(
      and(
        lt(oauthClients.createdAt, sql`now() - interval '1 day'`),
        or(isNull(oauthClients.lastUsedAt), lt(oauthClients.lastUsedAt, sql`now() - interval '90 days'`)),
        notExists(used),
      ),
    );
}
