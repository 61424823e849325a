import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { idempotencyKeys, rateLimits } from "@/db/schema/messages";

type Key = { caller: string; key: string };

const sameKey = ({ caller, key }: Key) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));

/** Claims a key for the request with this fingerprint; false when it is taken. */
export async function claimKey(values: Key & { fingerprint: string }): Promise<boolean> {
  const rows = await db()
    .insert(idempotencyKeys)
    .values(values)
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

/** What is known of a key. `age` is how long ago it was claimed, by the database's clock: those of processes differ. In ms. */
export async function findKey(which: Key) {
  const [row] = await db()
    .select({
      fingerprint: idempotencyKeys.fingerprint,
      status: idempotencyKeys.status,
      answer: idempotencyKeys.answer,
      messageId: idempotencyKeys.messageId,
      age: sql<number>`(extract(epoch from now() - ${idempotencyKeys.createdAt}) * 1000)::float8`,
    })
    .from(idempotencyKeys)
    .where(sameKey(which));
  return row;
}

export const settleKey = ({ status, answer, ...which }: Key & { status: number; answer: unknown }) =>
  db().update(idempotencyKeys).set({ status, answer }).where(sameKey(which));

/**
 * Frees a key whose request stored nothing; one whose message is stored waits to be answered (status 0).
 * Keys claimed less than `claimedFor` ms ago stay as they are.
 */
export async function releaseKey(which: Key, { claimedFor = 0 } = {}) {
  const isOurs = and(
    sameKey(which),
    claimedFor > 0
      ? sql`${idempotencyKeys.createdAt} < now() - ${claimedFor / 1000}::float8 * interval '1 second'`
      : undefined,
  );
  await db()
    .delete(idempotencyKeys)
    .where(and(isOurs, isNull(idempotencyKeys.messageId)));
  await db().update(idempotencyKeys).set({ status: 0 }).where(isOurs);
}

export const deleteOldKeys = () =>
  db().delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`));

/** Takes `count` of a caller's allowance for a window; answers how many were taken before. */
export async function takeFromWindow(values: {
  key: string;
  window: number;
  count: number;
  endsAt: Date;
}): Promise<number> {
  const { key, window, count, endsAt } = values;
  const row = one(
    await db()
      .insert(rateLimits)
      .values({ key, window, taken: count, endsAt })
      .onConflictDoUpdate({
        target: [rateLimits.key, rateLimits.window],
        set: { taken: sql`${rateLimits.taken} + ${count}` },
      })
      .returning({ taken: rateLimits.taken }),
  );
  return row.taken - count;
}

export const deleteOldWindows = () => db().delete(rateLimits).where(lt(rateLimits.endsAt, sql`now()`));
