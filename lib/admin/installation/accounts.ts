import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as audit from "@/lib/identity/audit/service";
import { endEveryCredential } from "@/lib/identity/auth/service";
import { conflict, notFound } from "@/lib/platform/errors";
import * as replies from "@/lib/replies/runs/service";
import * as queries from "./queries/accounts";
import { requireOwner } from "./require-owner";

type CallerAddress = { address: string };
type AccountPageQuery = { page: number; page_size: number; search?: string };

const present = (row: queries.AccountRow) => ({
  id: row.id,
  email: row.email,
  full_name: row.fullName,
  avatar_url: row.avatarUrl,
  is_installation_owner: row.isInstallationOwner,
  groups_count: row.groupsCount,
  suspended_at: row.disabledAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

export async function list(viewer: Viewer, { page, page_size: limit, search }: AccountPageQuery) {
  requireOwner(viewer);
  const [rows, total] = await Promise.all([
    queries.listAccounts({ search, limit, offset: (page - 1) * limit }),
    queries.countAccounts({ search }),
  ]);
  return { items: rows.map(present), total };
}

/**
 * Suspends an account: ends its credentials and running replies, and rejects authentication until it is reactivated.
 * @throws AppError forbidden, not_found; conflict for the viewer's own account
 */
export async function suspend(viewer: Viewer, id: number, origin: CallerAddress) {
  requireOwner(viewer);
  if (id === viewer.user.id) throw conflict("You own this installation, so you can't suspend yourself.");
  const account = await change(viewer, id, true, origin);
  await replies.stopRuns({ userId: id });
  return account;
}

export async function reactivate(viewer: Viewer, id: number, origin: CallerAddress) {
  requireOwner(viewer);
  return change(viewer, id, false, origin);
}

const change = (viewer: Viewer, id: number, isSuspended: boolean, { address }: CallerAddress) =>
  transaction(async () => {
    const before = await queries.findAccount({ id });
    if (!before) throw notFound("Account");
    if (isSuspended === (before.disabledAt !== null)) return present(before);
    // Also ends credentials on reactivation, because a request in progress may have issued one after the suspension.
    if (!before.isInstallationOwner) await endEveryCredential(before);
    if (await queries.setSuspended({ id, isSuspended })) {
      const action = isSuspended ? "account_suspended" : "account_reactivated";
      await audit.record({ userId: viewer.user.id, action, details: { user_id: id }, address });
    }
    return present((await queries.findAccount({ id }))!);
  });
