import { and, eq, isNull, lt, lte, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { idempotencyKeys, idempotencyLeaseEnd, rateLimits } from "@/db/schema/api";

type Key = { caller: string; key: string; claim: string };

const OLDEST_UNLEASED = sql`interval '10 minutes'`;

const sameKey = ({ caller, key }: Omit<Key, "claim">) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));
const isClaimed = (which: Key) => and(sameKey(which), eq(idempotencyKeys.claim, which.claim));

// True when the request failed after storing its message, or its lease has expired.
const isFree = sql<boolean>`(case when ${idempotencyKeys.status} is null
  then coalesce(${idempotencyKeys.leaseUntil}, ${idempotencyKeys.createdAt} + ${OLDEST_UNLEASED}) < now() else ${idempotencyKeys.status} = 0 end)`;
const isUnanswered = sql`coalesce(${idempotencyKeys.status}, 0) = 0`;

export async function claimKey(
  values: Key & { userId: number | undefined; fingerprint: string },
): Promise<boolean> {
  const rows = await db()
    .insert(idempotencyKeys)
    .values({ ...values, leaseUntil: idempotencyLeaseEnd })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

export async function findKey(which: Omit<Key, "claim">) {
  const [row] = await db()
    .select({
      fingerprint: idempotencyKeys.fingerprint,
      status: idempotencyKeys.status,
      answer: idempotencyKeys.answer,
      messageId: idempotencyKeys.messageId,
      claim: idempotencyKeys.claim,
      isFree,
    })
    .from(idempotencyKeys)
    .where(sameKey(which));
  return row;
}

/**
 * Takes over a key whose request is dead.
 * @param from claim of the dead request. With `isOrphan` its lease is ignored, because the caller knows that it is dead
 * @returns the stored message, or undefined when another request took the key over or the first one is alive
 */
export async function reclaimKey(
  which: Key,
  { from, isOrphan }: { from: string | null; isOrphan: boolean },
): Promise<{ messageId: number | null } | undefined> {
  const isTheirs = from === null ? isNull(idempotencyKeys.claim) : eq(idempotencyKeys.claim, from);
  const [row] = await db()
    .update(idempotencyKeys)
    .set({ claim: which.claim, leaseUntil: idempotencyLeaseEnd, status: null })
    .where(and(sameKey(which), isTheirs, isOrphan ? isUnanswered : isFree))
    .returning({ messageId: idempotencyKeys.messageId });
  return row;
}

/** Renews the lease. Skipped while the request's transaction locks the row. */
export const renewKey = (which: Key) =>
  db().execute(sql`
    with held as (select caller, key from ${idempotencyKeys} where ${isClaimed(which)} for update skip locked)
    update ${idempotencyKeys} set lease_until = ${idempotencyLeaseEnd} from held
    where idempotency_keys.caller = held.caller and idempotency_keys.key = held.key`);

export const completeKey = ({ status, answer, ...which }: Key & { status: number; answer: unknown }) =>
  db()
    .update(idempotencyKeys)
    .set({ status, answer, bytes: Buffer.byteLength(JSON.stringify(answer) ?? "") })
    .where(isClaimed(which));

/**
 * Frees a key whose request stored nothing; with a stored message, its status becomes 0 and a retry recovers it.
 * Returns false when another request has taken it over.
 */
export async function releaseKey(which: Key): Promise<boolean> {
  const one = { key: idempotencyKeys.key };
  const freed = await db()
    .delete(idempotencyKeys)
    .where(and(isClaimed(which), isNull(idempotencyKeys.messageId)))
    .returning(one);
  const kept = await db().update(idempotencyKeys).set({ status: 0 }).where(isClaimed(which)).returning(one);
  return freed.length + kept.length > 0;
}

export const deleteOldKeys = () =>
  db().delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`));

export async function countTakenInWindow({ key, window }: { key: string; window: number }): Promise<number> {
  const [row] = await db()
    .select({ taken: rateLimits.taken })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, key), eq(rateLimits.window, window)));
  return row?.taken ?? 0;
}

/** Adds `count` to a window's counter. Returns the new total, or undefined when it would exceed `most`. */
export async function incrementWindow(values: {
  key: string;
  window: number;
  count: number;
  most: number;
  countsUntil: Date;
}): Promise<number | undefined> {
  const { key, window, count, most, countsUntil } = values;
  if (count > most) return undefined;
  const [row] = await db()
    .insert(rateLimits)
    .values({ key, window, taken: count, endsAt: countsUntil })
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.window],
      set: { taken: sql`${rateLimits.taken} + ${count}` },
      setWhere: lte(rateLimits.taken, most - count),
    })
    .returning({ taken: rateLimits.taken });
  return row?.taken;
}

export const deleteOldWindows = () => db().delete(rateLimits).where(lt(rateLimits.endsAt, sql`now()`));
