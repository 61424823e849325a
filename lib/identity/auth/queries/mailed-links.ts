import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { apiTokens, mailedTokens, users } from "@/db/schema/accounts";

export type Purpose = (typeof mailedTokens.$inferSelect)["purpose"];

export const insertMailedToken = (values: typeof mailedTokens.$inferInsert) =>
  db().insert(mailedTokens).values(values);

const open = ({ hash, purpose }: { hash: string; purpose: Purpose }) =>
  and(
    eq(mailedTokens.hash, hash),
    eq(mailedTokens.purpose, purpose),
    isNull(mailedTokens.usedAt),
    gt(mailedTokens.expiresAt, sql`now()`),
  );

export async function findMailedToken(which: { hash: string; purpose: Purpose }) {
  const [row] = await db().select().from(mailedTokens).where(open(which));
  return row;
}

export async function hasFreshLink(which: { purpose: Purpose; email: string; seconds: number }) {
  const { purpose, email, seconds } = which;
  const rows = await db()
    .select({ hash: mailedTokens.hash })
    .from(mailedTokens)
    .where(
      and(
        eq(mailedTokens.email, email),
        eq(mailedTokens.purpose, purpose),
        isNull(mailedTokens.usedAt),
        gt(mailedTokens.expiresAt, sql`now() + make_interval(secs => ${seconds})`),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Serializes transactions that redeem or void links to an address. Take this lock first: two transactions that redeem
 * one row each and then void all of them would deadlock.
 */
export const lockMailbox = ({ email }: { email: string }) =>
  db().execute(sql`select pg_advisory_xact_lock(hashtext(${`parley mailbox ${email}`}))`);

export async function redeemMailedToken(which: { hash: string; purpose: Purpose }) {
  const mailedToken = await findMailedToken(which);
  if (!mailedToken) return undefined;
  await lockMailbox(mailedToken);
  const [row] = await db().update(mailedTokens).set({ usedAt: sql`now()` }).where(open(which)).returning();
  return row;
}

export const deleteMailedTokens = ({ email, purposes }: { email: string; purposes: Purpose[] }) =>
  db()
    .delete(mailedTokens)
    .where(and(eq(mailedTokens.email, email), inArray(mailedTokens.purpose, purposes)));

export const deleteExpiredTokens = () =>
  db().delete(mailedTokens).where(lt(mailedTokens.expiresAt, sql`now()`));

/** Finds and locks an account by address, so that decisions based on it hold until commit. */
export async function lockUserByEmail({ email }: { email: string }) {
  const [row] = await db().select().from(users).where(eq(users.email, email)).for("update");
  return row;
}

/** Removes the password and the identity of an account whose creator may not own the address. */
export const clearSignInMethods = ({ userId }: { userId: number }) =>
  db().update(users).set({ passwordHash: null, firebaseUid: null }).where(eq(users.id, userId));

export const confirmEmail = ({ userId }: { userId: number }) =>
  db().update(users).set({ emailConfirmedAt: sql`now()` }).where(eq(users.id, userId));

export async function listApiTokenNames({ userId }: { userId: number }): Promise<string[]> {
  const rows = await db()
    .select({ name: apiTokens.name })
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.userId, userId),
        isNull(apiTokens.revokedAt),
        or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql`now()`)),
      ),
    )
    .orderBy(asc(apiTokens.id))
    .limit(100);
  return rows.map(({ name }) => name);
}
