import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { idempotencyKeys, leaseOfKey, rateLimits } from "@/db/schema/api";

type Key = { caller: string; key: string; claim: string };

/** Keys that a version without leases claimed. */
const OLDEST_UNLEASED = sql`interval '10 minutes'`;

const sameKey = ({ caller, key }: Omit<Key, "claim">) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));
const isClaimed = (which: Key) => and(sameKey(which), eq(idempotencyKeys.claim, which.claim));

/** Nobody runs it any more: it failed after its message was stored, or whoever ran it is silent. */
const isFree = sql<boolean>`(case when ${idempotencyKeys.status} is null
  then coalesce(${idempotencyKeys.leaseUntil}, ${idempotencyKeys.createdAt} + ${OLDEST_UNLEASED}) < now() else ${idempotencyKeys.status} = 0 end)`;
const isUnanswered = sql`coalesce(${idempotencyKeys.status}, 0) = 0`;

/** Claims a key for the request with this fingerprint; false when it is taken. */
export async function claimKey(values: Key & { fingerprint: string }): Promise<boolean> {
  const rows = await db()
    .insert(idempotencyKeys)
    .values({ ...values, leaseUntil: leaseOfKey })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

/** What is known of a key, and whether another request may take it over. */
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
 * Takes a key over from a request that nobody runs any more.
 * @param from The claim of that request. `isOrphan`: the caller knows that nobody runs it, whatever its lease says
 * @returns The message that it had stored, or undefined when another one was quicker or it lives after all
 */
export async function takeKey(
  which: Key,
  { from, isOrphan }: { from: string | null; isOrphan: boolean },
): Promise<{ messageId: number | null } | undefined> {
  const isTheirs = from === null ? isNull(idempotencyKeys.claim) : eq(idempotencyKeys.claim, from);
  const [row] = await db()
    .update(idempotencyKeys)
    .set({ claim: which.claim, leaseUntil: leaseOfKey, status: null })
    .where(and(sameKey(which), isTheirs, isOrphan ? isUnanswered : isFree))
    .returning({ messageId: idempotencyKeys.messageId });
  return row;
}

/** Says that the request of a claim still runs; need not while its message is being stored, which holds the row. */
export const renewKey = (which: Key) =>
  db().execute(sql`
    with held as (select caller, key from ${idempotencyKeys} where ${isClaimed(which)} for update skip locked)
    update ${idempotencyKeys} set lease_until = ${leaseOfKey} from held
    where idempotency_keys.caller = held.caller and idempotency_keys.key = held.key`);

export const settleKey = ({ status, answer, ...which }: Key & { status: number; answer: unknown }) =>
  db().update(idempotencyKeys).set({ status, answer }).where(isClaimed(which));

/** Frees a key whose request stored nothing; one whose message is stored waits to be answered (status 0). False when another request had taken it over. */
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
