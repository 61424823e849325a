import { keepPreviousData, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import {
  type PublicReport,
  type PublicSpending,
  publicStaffApi,
  type ReportFigures,
  type UnansweredGroup,
  type UnansweredReason,
} from "@/lib/surfaces/public-chats/contract";
import { queryFor, refresh } from "./query";

export type Report = z.output<typeof PublicReport>;
export type Figures = z.output<typeof ReportFigures>;
export type Spending = z.output<typeof PublicSpending>;
export type Group = z.output<typeof UnansweredGroup>;
export type Reason = z.output<typeof UnansweredReason>;

const DAY = 86_400_000;
const date = (at: number) => new Date(at).toISOString().slice(0, 10);

/** How many days a report is of, today included. */
export const periods = { last7Days: 7, last30Days: 30, last90Days: 90, last365Days: 365 } as const;
export type Period = keyof typeof periods;

const daysOf = (period: Period) => {
  const now = Date.now();
  return { from: date(now - (periods[period] - 1) * DAY), to: date(now) };
};

/** How conversations with visitors went. @param by What a row of it is */
export const publicReportQuery = (chat: string, period: Period, by: Report["by"]) => ({
  ...queryFor(publicStaffApi.getPublicReport, {
    params: { chat_id: chat },
    query: { ...daysOf(period), by },
  }),
  placeholderData: keepPreviousData,
});

/** What visitors asked in vain. */
export const unansweredQuery = (chat: string, period: Period) =>
  queryFor(publicStaffApi.listUnanswered, { params: { chat_id: chat }, query: daysOf(period) });

/** What a public chat has used of what it may. */
export const spendingQuery = (chat: string) =>
  queryFor(publicStaffApi.getPublicSpending, { params: { chat_id: chat } });
export const refreshSpending = (client: QueryClient) => refresh(client, publicStaffApi.getPublicSpending);
