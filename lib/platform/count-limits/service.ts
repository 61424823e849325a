import { conflict } from "@/lib/platform/errors";
import { type Cap, type CapKind, getCaps } from "./caps";
import { lockCap } from "./queries";

export type { CapKind };

/**
 * Call this in the transaction that creates the items, after it has taken all its other locks. Concurrent transactions
 * for the same owner wait for its commit, so that together they can't exceed the cap.
 * @throws AppError conflict when the cap is reached
 */
export async function assertBelowCap(
  kind: CapKind,
  { groupId, userId }: { groupId: string; userId: number },
  added = 1,
): Promise<void> {
  const { group, account } = getCaps(kind);
  if (group) await assertRoom(group, groupId, `${kind} of group ${groupId}`, added);
  if (account) await assertRoom(account, userId, `${kind} of account ${userId}`, added);
}

async function assertRoom<Owner>(cap: Cap<Owner>, owner: Owner, name: string, added: number): Promise<void> {
  const max = cap.max();
  if (max === 0) return;
  await lockCap(name);
  if ((await cap.count(owner)) + added > max) throw conflict(cap.sentence(max));
}
