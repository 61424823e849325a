import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { UsageReport, UsageRow } from "@/lib/admin/usage-reports/contract";
import { usageApi } from "@/lib/admin/usage-reports/operations";
import type { AnswerOf } from "@/lib/api/contract";
import { queryFor, refresh } from "./query";

export type UsageReportData = z.output<typeof UsageReport>;
export type UsageReportRow = z.output<typeof UsageRow>;
export type By = UsageReportData["by"];
export type StorageUse = AnswerOf<typeof usageApi.getStorageUse>["account"][number];

const DAY = 86_400_000;
const date = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Date ranges in UTC, in which usage is counted. Without dates, the server uses the current month. */
export const ranges = {
  thisMonth: () => ({}),
  lastMonth: (now: Date) => {
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    return { from: date(Date.UTC(year, month - 1)), to: date(Date.UTC(year, month, 0)) };
  },
  last30Days: (now: Date) => ({ from: date(now.getTime() - 29 * DAY), to: date(now.getTime()) }),
  last365Days: (now: Date) => ({ from: date(now.getTime() - 364 * DAY), to: date(now.getTime()) }),
} satisfies Record<string, (now: Date) => { from?: string; to?: string }>;
export type ReportRange = keyof typeof ranges;

export const reportQuery = (by: By, range: ReportRange) =>
  queryFor(usageApi.getUsage, { query: { ...ranges[range](new Date()), by } });
export const storageQuery = queryFor(usageApi.getStorageUse);
export const usageLimitQuery = queryFor(usageApi.getUsageLimit);
export const pricesQuery = queryFor(usageApi.listPrices);

export const refreshUsageLimit = (client: QueryClient) => refresh(client, usageApi.getUsageLimit);

export const refreshPrices = (client: QueryClient) => refresh(client, usageApi.listPrices, usageApi.getUsage);

export function setPrices(client: QueryClient, prices: AnswerOf<typeof usageApi.listPrices>) {
  client.setQueryData(pricesQuery.queryKey, prices);
  return refresh(client, usageApi.getUsage);
}
