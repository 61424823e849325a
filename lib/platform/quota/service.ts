import { transaction } from "@/db/transaction";
import { AppError } from "@/lib/platform/errors";
import * as queries from "./queries";
import { listLimits, type QuotaKind, quotas, type StorageLimit, type StorageOwner, toOwners } from "./quotas";

export type { QuotaKind, StorageOwner };

/** Quotas in bytes. Database triggers count stored bytes (`db/schema/storage.ts`), so deleting data frees quota. */

const MB = 1024 * 1024;
const MAX_CHANGES = 1000;

const CODE = "storage_quota_exceeded";

type Exceeded = StorageLimit & { freeBytes: number };

/**
 * Call this in the transaction that stores the data: before the write with the size in bytes, or after the write
 * without a size. Concurrent transactions for the same owners wait for its commit, so that together they can't exceed
 * the quota.
 * @throws AppError too_large when the quota is exceeded
 */
export async function assertQuota(kind: QuotaKind, owner: StorageOwner, bytes = 0): Promise<void> {
  const exceeded = await lockAndFindExceeded(kind, owner, bytes);
  if (exceeded) throw toError(exceeded);
}

/** Returns true for errors that deleting stored data can resolve. */
export const isQuotaError = (error: unknown): boolean =>
  error instanceof AppError && error.extra.code === CODE;

export const hasRoom = async (kind: QuotaKind, owner: StorageOwner, bytes = 0): Promise<boolean> =>
  !(await lockAndFindExceeded(kind, owner, bytes));

/**
 * Like `assertQuota`, but without locking.
 * @throws AppError too_large when nothing is free
 */
export async function assertNotFull(kind: QuotaKind, owner: StorageOwner): Promise<void> {
  const limits = listLimits(kind, owner);
  if (limits.length === 0) return;
  const sums = await queries.sumBytes(limits.map((limit) => limit.owner));
  const exceeded = findExceeded(limits, sums, 1);
  if (exceeded) throw toError(exceeded);
}

async function lockAndFindExceeded(
  kind: QuotaKind,
  owner: StorageOwner,
  bytes: number,
): Promise<Exceeded | undefined> {
  const limits = [
    ...listLimits(kind, owner),
    ...(quotas[kind].isInTotal ? listLimits(undefined, owner) : []),
  ];
  if (limits.length === 0) return undefined;
  const owners = toOwners(owner)
    .map((each) => each.owner)
    .filter((each) => limits.some((limit) => limit.owner === each));
  await queries.lockOwners(owners);
  const sums = await queries.sumBytes(owners);
  for (const each of owners) {
    const changes = sums.reduce((sum, row) => sum + (row.owner === each ? row.changes : 0), 0);
    if (changes > MAX_CHANGES) await queries.foldChanges(each);
  }
  return findExceeded(limits, sums, bytes);
}

function findExceeded(limits: StorageLimit[], sums: Sums, bytes: number): Exceeded | undefined {
  for (const limit of limits) {
    const freeBytes = limit.maxBytes - countBytes(sums, limit);
    if (bytes > freeBytes) return { ...limit, freeBytes };
  }
  return undefined;
}

type Sums = Awaited<ReturnType<typeof queries.sumBytes>>;

const countBytes = (sums: Sums, { owner, kind }: Pick<StorageLimit, "owner" | "kind">): number =>
  sums.reduce((sum, row) => {
    const isCounted = kind ? row.kind === kind : quotas[row.kind as QuotaKind].isInTotal;
    return row.owner === owner && isCounted ? sum + row.bytes : sum;
  }, 0);

function toError({ subject, maxBytes, freeBytes }: Exceeded): AppError {
  const free = Math.max(0, Math.floor((freeBytes / MB) * 10) / 10);
  return new AppError(
    "too_large",
    `${subject}${maxBytes / MB} MB, and ${free} MB of that are free. Delete some first.`,
    { code: CODE },
  );
}

export type StorageUse = { kind: QuotaKind | undefined; bytes: number; maxBytes: number | null };

export async function listUse(owner: { groupId: string } | { userId: number }): Promise<StorageUse[]> {
  const [{ owner: name, scope }] = toOwners(owner) as [{ owner: string; scope: "group" | "account" }];
  const sums = await queries.sumBytes([name]);
  const getMaxBytes = (kind: QuotaKind | undefined) => listLimits(kind, owner)[0]?.maxBytes ?? null;
  const kinds = (Object.keys(quotas) as QuotaKind[]).filter((kind) => {
    const { isInTotal, limits } = quotas[kind];
    return isInTotal || scope in limits;
  });
  return [undefined, ...kinds].map((kind) => ({
    kind,
    bytes: countBytes(sums, { owner: name, kind }),
    maxBytes: getMaxBytes(kind),
  }));
}

export async function sweep(): Promise<void> {
  for (const owner of await queries.listUnfolded())
    await transaction(async () => {
      await queries.lockOwners([owner]);
      await queries.foldChanges(owner);
    });
}
