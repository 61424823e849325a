import { keepPreviousData, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  PublicReport,
  PublicSpending,
  ReportFigures,
  UnansweredGroup,
  UnansweredReason,
} from "@/lib/channels/public-chats/contract";
import { publicStaffApi } from "@/lib/channels/public-chats/operations";
import { dateFormat } from "@/lib/platform/words/translate";
import { queryFor, refresh } from "./query";

export type PublicReportData = z.output<typeof PublicReport>;
export type Figures = z.output<typeof ReportFigures>;
export type Spending = z.output<typeof PublicSpending>;
export type Group = z.output<typeof UnansweredGroup>;
export type Reason = z.output<typeof UnansweredReason>;

const DAY = 86_400_000;
/** Number of days in each period, including today. */
export const periods = { last7Days: 7, last30Days: 30, last90Days: 90, last365Days: 365 } as const;
export type Period = keyof typeof periods;

function toDayRange(period: Period, time_zone: string) {
  // The en-CA locale formats dates as 2026-11-24.
  const to = dateFormat("en-CA", { timeZone: time_zone }).format(Date.now());
  const from = new Date(Date.parse(to) - (periods[period] - 1) * DAY).toISOString().slice(0, 10);
  return { from, to, time_zone };
}

export const publicReportQuery = (
  chat: string,
  period: Period,
  by: PublicReportData["by"],
  timeZone: string,
) => ({
  ...queryFor(publicStaffApi.getPublicReport, {
    params: { chat_id: chat },
    query: { ...toDayRange(period, timeZone), by },
  }),
  placeholderData: keepPreviousData,
});

export const unansweredQuery = (chat: string, period: Period, timeZone: string) =>
  queryFor(publicStaffApi.listUnanswered, { params: { chat_id: chat }, query: toDayRange(period, timeZone) });

export const spendingQuery = (chat: string) =>
  queryFor(publicStaffApi.getPublicSpending, { params: { chat_id: chat } });
export const refreshSpending = (client: QueryClient) => refresh(client, publicStaffApi.getPublicSpending);
