import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import * as chats from "@/lib/chat/chats/service";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { caps, listPrices, type ModelPrice, replacePrices } from "@/lib/llm/usage/service";
import { invalid } from "@/lib/platform/errors";
import * as quota from "@/lib/platform/quota/service";
import {
  MAX_DAYS,
  MAX_ROWS,
  type StorageReport,
  type UsageLimit,
  type UsageReport,
  type usageApi,
} from "./contract";
import * as queries from "./queries";

const DAY = 86_400_000;
// Used share of the monthly tokens from which admins are warned.
const WARNING = 0.8;

type UsageQuery = z.output<typeof usageApi.getUsage.query & z.ZodObject>;
type UsageReportResult = z.output<typeof UsageReport>;
type DateRange = { from: string; to: string };

/**
 * Reports usage as far as the viewer may see it.
 * @throws AppError not_found; InvalidInput for an invalid range of days
 */
export async function report(viewer: Viewer, query: UsageQuery): Promise<UsageReportResult> {
  const range = toRange(query);
  const { whose, ...scope } = await resolveScope(viewer, query.chat_id);
  const which = { groupId: viewer.group.id, ...range, ...scope };
  const [total, found] = await Promise.all([
    queries.sumUsage(which),
    queries.listUsageBy({ ...which, by: query.by, limit: query.by === "day" ? MAX_DAYS : MAX_ROWS }),
  ]);
  const rows =
    query.by === "day" ? everyDay(range, found) : await addNames(viewer, query.by, found.map(toRow));
  return { ...range, by: query.by, whose, total: figures(total), rows };
}

// Limits the report to what the viewer may see: the group, a chat, or their own usage.
async function resolveScope(viewer: Viewer, reference: UsageQuery["chat_id"]) {
  const found = reference === undefined ? undefined : await chats.getChatFor(viewer, reference);
  const chatId = found?.chat.id;
  if (access.can(viewer, "usage.read")) return { whose: found ? "chat" : "group", chatId } as const;
  if (found && access.can(viewer, "chat.change", { chatRole: found.member.role }))
    return { whose: "chat", chatId } as const;
  return { whose: "own", chatId, userId: viewer.user.id } as const;
}

function toRange({ from, to }: Partial<DateRange>): DateRange {
  const until = to ?? new Date().toISOString().slice(0, 10);
  const range = { from: from ?? `${until.slice(0, 8)}01`, to: until };
  const days = (Date.parse(range.to) - Date.parse(range.from)) / DAY + 1;
  if (days < 1) throw invalid(["query", "to"], "Must not be before `from`.");
  if (days > MAX_DAYS) throw invalid(["query", "from"], `Must be at most ${MAX_DAYS} days.`);
  return range;
}

const figures = ({ replies, inputTokens, outputTokens, cost, unpricedTokens }: queries.Sums) => ({
  replies,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  cost,
  unpriced_tokens: unpricedTokens,
});
const nothing: queries.Sums = { replies: 0, inputTokens: 0, outputTokens: 0, cost: null, unpricedTokens: 0 };

const toRow = ({ key, ...sums }: queries.Sums & { key: string }) => ({ key, name: key, ...figures(sums) });

function everyDay(
  { from, to }: DateRange,
  found: (queries.Sums & { key: string })[],
): UsageReportResult["rows"] {
  const byDay = new Map(found.map((row) => [row.key, row]));
  const rows: UsageReportResult["rows"] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY) {
    const key = new Date(at).toISOString().slice(0, 10);
    rows.push(toRow({ ...nothing, ...byDay.get(key), key }));
  }
  return rows;
}

async function addNames(
  viewer: Viewer,
  by: queries.By,
  rows: UsageReportResult["rows"],
): Promise<UsageReportResult["rows"]> {
  if (by === "day" || by === "model" || by === "kind" || rows.length === 0) return rows;
  const ids = rows.map(({ key }) => Number(key));
  const known = await queries.names[by]({ groupId: viewer.group.id, ids, userId: viewer.user.id });
  const namesById = new Map(known.map(({ id, name }) => [String(id), name]));
  return rows.map((row) => ({ ...row, name: namesById.get(row.key) ?? null }));
}

type Cap = Awaited<ReturnType<typeof caps.get>>;

function getCapState({ most, used, operatorMost, operatorUsed }: Cap) {
  const share = Math.max(
    most === null ? 0 : used / most,
    operatorMost === null ? 0 : operatorUsed / operatorMost,
  );
  return share < WARNING ? "ok" : share < 1 ? "warning" : "used_up";
}

export const limitStateFor = async (viewer: Viewer) =>
  access.can(viewer, "usage.read") ? getCapState(await caps.get(viewer.group.id)) : "ok";

export async function limit(viewer: Viewer): Promise<z.output<typeof UsageLimit>> {
  access.authorize(viewer, "usage.read");
  const { id: groupId } = viewer.group;
  const cap = await caps.get(groupId);
  const { most, used, operatorMost, operatorUsed } = cap;
  const now = new Date();
  return {
    monthly_tokens: most,
    used_tokens: most === null ? await caps.sumGroupUseThisMonth(groupId) : used,
    operator_monthly_tokens: operatorMost,
    operator_used_tokens: operatorUsed,
    state: getCapState(cap),
    resets_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString(),
  };
}

export async function getStorageUse(viewer: Viewer): Promise<z.output<typeof StorageReport>> {
  const [account, group] = await Promise.all([
    quota.listUse({ userId: viewer.user.id }),
    access.can(viewer, "usage.read") ? quota.listUse({ groupId: viewer.group.id }) : null,
  ]);
  return { account: account.map(toStorageUse), group: group?.map(toStorageUse) ?? null };
}

const toStorageUse = ({ kind, bytes, maxBytes }: quota.StorageUse) => ({
  kind: kind ?? ("total" as const),
  bytes,
  max_bytes: maxBytes,
});

export async function getPrices(viewer: Viewer) {
  access.authorize(viewer, "usage.price");
  return listPrices(viewer.group.id);
}

export async function setPrices(viewer: Viewer, prices: ModelPrice[]) {
  access.authorize(viewer, "usage.price");
  await transaction(async () => {
    await replacePrices(viewer.group.id, prices);
    await audit.recordBy(viewer, "prices_changed");
  });
  return getPrices(viewer);
}
