import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { staff as visitors } from "@/lib/channels/public-chats/service";
import * as audit from "@/lib/identity/audit/service";
import { list as listGroups } from "@/lib/identity/groups/service";
import { caps } from "@/lib/llm/usage/service";
import { conflict, notFound } from "@/lib/platform/errors";
import * as replies from "@/lib/replies/runs/service";
import * as queries from "./queries/groups";
import { requireOwner } from "./require-owner";

type CallerAddress = { address: string };
type GroupPageQuery = { page: number; page_size: number; search?: string };

const present = (row: queries.GroupRow, used: number) => ({
  id: row.id,
  name: row.name,
  members_count: row.membersCount,
  suspended_at: row.suspendedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  operator_monthly_tokens: row.operatorMonthlyTokens,
  operator_used_tokens: used,
});

async function toGroupItems(rows: queries.GroupRow[]) {
  const used = await caps.sumOperatorUse(rows.map(({ id }) => id));
  return rows.map((row) => present(row, used.get(row.id) ?? 0));
}

async function one(id: string) {
  const row = await queries.findGroup({ id });
  if (!row) throw notFound("Group");
  return (await toGroupItems([row]))[0]!;
}

export async function list(viewer: Viewer, { page, page_size: limit, search }: GroupPageQuery) {
  requireOwner(viewer);
  const [rows, total] = await Promise.all([
    queries.listGroups({ search, limit, offset: (page - 1) * limit }),
    queries.countGroups({ search }),
  ]);
  return { items: await toGroupItems(rows), total };
}

/**
 * Suspends a group: ends its running replies and visitors' streams, and rejects all actions until it is reactivated.
 * @throws AppError forbidden, not_found; conflict for a group that the viewer is in
 */
export async function suspend(viewer: Viewer, id: string, origin: CallerAddress) {
  requireOwner(viewer);
  if ((await listGroups(viewer)).some((own) => own.id === id))
    throw conflict("You are in this group, so you would lock yourself out. Leave it first.");
  const group = await change(viewer, id, true, origin);
  await replies.stopRuns({ groupId: id });
  return group;
}

export async function reactivate(viewer: Viewer, id: string, origin: CallerAddress) {
  requireOwner(viewer);
  return change(viewer, id, false, origin);
}

const change = (viewer: Viewer, id: string, isSuspended: boolean, { address }: CallerAddress) =>
  transaction(async () => {
    if (await queries.setSuspended({ id, isSuspended })) {
      const action = isSuspended ? "group_suspended" : "group_reactivated";
      await audit.record({ groupId: id, userId: viewer.user.id, action, address });
      await visitors.recheckSessions(id);
    }
    return one(id);
  });

export async function setTokens(
  viewer: Viewer,
  id: string,
  tokens: number | null,
  { address }: CallerAddress,
) {
  requireOwner(viewer);
  const group = await transaction(async () => {
    const before = await one(id);
    await queries.setTokens({ id, tokens });
    const details = { before: before.operator_monthly_tokens, after: tokens };
    await audit.record({
      groupId: id,
      userId: viewer.user.id,
      action: "operator_tokens_changed",
      details,
      address,
    });
    return { ...before, operator_monthly_tokens: tokens };
  });
  caps.invalidate(id);
  return group;
}
