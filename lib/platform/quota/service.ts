import { transaction } from "@/db/transaction";
import { AppError } from "@/lib/platform/errors";
import * as queries from "./queries";
import { listLimits, type QuotaKind, quotas, type StorageLimit, type StorageOwner, toOwners } from "./quotas";

export type { QuotaKind, StorageOwner };

/** Quotas in bytes. Triggers count what is stored (`db/schema/storage.ts`), so deleting it frees it. */

const MB = 1024 * 1024;
/** From here on whoever sums up changes makes one row of them. */
const MAX_CHANGES = 1000;

/** What other APIs call the error. */
const CODE = "storage_quota_exceeded";

type Exceeded = StorageLimit & { freeBytes: number };

/**
 * Called in the transaction that stores something, before it does with its bytes, or afterwards without them: others who
 * store something of these owners wait for its end, so that all together don't exceed the quota.
 * @throws AppError too_large when there is no room for it
 */
export async function assertQuota(kind: QuotaKind, owner: StorageOwner, bytes = 0): Promise<void> {
  const exceeded = await lockAndFindExceeded(kind, owner, bytes);
  if (exceeded) throw toError(exceeded);
}

/** Tells the error of a quota from those that deleting something doesn't change. */
export const isQuotaError = (error: unknown): boolean =>
  error instanceof AppError && error.extra.code === CODE;

/** As `assertQuota`, for what has another answer than an error. */
export const hasRoom = async (kind: QuotaKind, owner: StorageOwner, bytes = 0): Promise<boolean> =>
  !(await lockAndFindExceeded(kind, owner, bytes));

/** As `assertQuota`, without waiting for others. @throws AppError too_large when there is no room at all */
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

/** What an owner stores of a kind or, without one, of all that count together, and its limit. */
export type StorageUse = { kind: QuotaKind | undefined; bytes: number; maxBytes: number | null };

/** What a group or an account stores, by kind, with its limits; kinds that it can't have are left out. */
export async function listUse(owner: { groupId: string } | { userId: number }): Promise<StorageUse[]> {
  const [{ owner: name, scope }] = toOwners(owner) as [{ owner: string; scope: "group" | "account" }];
  const sums = await queries.sumBytes([name]);
  const maxOf = (kind: QuotaKind | undefined) => listLimits(kind, owner)[0]?.maxBytes ?? null;
  const kinds = (Object.keys(quotas) as QuotaKind[]).filter((kind) => {
    const { isInTotal, limits } = quotas[kind];
    return isInTotal || scope in limits;
  });
  return [undefined, ...kinds].map((kind) => ({
    kind,
    bytes: countBytes(sums, { owner: name, kind }),
    maxBytes: maxOf(kind),
  }));
}

/** Sums up the changes since the last sweep. */
export async function sweep(): Promise<void> {
  for (const owner of await queries.listUnfolded())
    await transaction(async () => {
      await queries.lockOwners([owner]);
      await queries.foldChanges(owner);
    });
}
