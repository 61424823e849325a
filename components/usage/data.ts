import type { z } from "zod";
import { queryFor } from "@/lib/api/query";
import { type UsageReport, type UsageRow, usageApi } from "@/lib/ops/usage/contract";

export type Report = z.output<typeof UsageReport>;
export type Row = z.output<typeof UsageRow>;
export type By = Report["by"];

const DAY = 86_400_000;
const date = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Days in UTC, as they are counted; the first needs none. */
export const ranges = {
  "This month": () => ({}),
  "Last month": (now: Date) => {
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    return { from: date(Date.UTC(year, month - 1)), to: date(Date.UTC(year, month, 0)) };
  },
  "Last 30 days": (now: Date) => ({ from: date(now.getTime() - 29 * DAY), to: date(now.getTime()) }),
  "Last 365 days": (now: Date) => ({ from: date(now.getTime() - 364 * DAY), to: date(now.getTime()) }),
} satisfies Record<string, (now: Date) => { from?: string; to?: string }>;
export type Range = keyof typeof ranges;

export const reportQuery = (by: By, range: Range) =>
  queryFor(usageApi.getUsage, { query: { ...ranges[range](new Date()), by } });

/** What the rows of a breakdown are. */
export const breakdowns = {
  assistant: "Assistant",
  chat: "Chat",
  member: "Member",
  model: "Model",
  kind: "Purpose",
  day: "Day",
} satisfies Record<By, string>;

const unnamed: Partial<Record<By, string>> = {
  assistant: "An assistant that is gone",
  chat: "A chat that is gone or that you are not in",
  member: "Somebody whose account is gone",
};

/** What is nobody's or nothing's. */
const none: Partial<Record<By, string>> = {
  assistant: "No assistant",
  chat: "No chat",
  member: "Visitors, and work in the background",
};

const kinds: Record<string, string> = {
  reply: "Replies",
  title: "Titles of chats",
  summary: "Summaries of chats",
  translation: "Translations of recordings",
  video: "Videos as text",
  embedding: "Search by meaning",
};

/** What a row is called. */
export function nameOf(by: By, { key, name }: Row): string {
  if (by === "kind") return kinds[key] ?? key;
  if (name !== null) return name;
  return (key === "0" ? none[by] : undefined) ?? unnamed[by] ?? key;
}

const whole = new Intl.NumberFormat("en-GB");
const money = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
export const count = (value: number): string => whole.format(value);
export const cost = (value: number | null): string => (value === null ? "–" : money.format(value));
export const tokensOf = (row: { input_tokens: number; output_tokens: number }) =>
  row.input_tokens + row.output_tokens;
