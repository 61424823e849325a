import type { By, UsageReportRow } from "@/components/data/usage";
import type { Key } from "@/lib/platform/words/screens";
import { dateFormat, numberFormat, type Translate } from "@/lib/platform/words/translate";

export const breakdowns = ["assistant", "chat", "member", "model", "kind", "day"] as const satisfies By[];

export const captions = {
  assistant: "byAssistant",
  chat: "byChat",
  member: "byMember",
  model: "byModel",
  kind: "byKind",
  day: "byDay",
} as const satisfies Record<By, Key<"usage">>;

const unnamed: Partial<Record<By, Key<"usage">>> = {
  assistant: "assistantGone",
  chat: "chatGone",
  member: "memberGone",
};

const none: Partial<Record<By, Key<"usage">>> = {
  assistant: "noAssistant",
  chat: "noChat",
  member: "noMember",
};

const kinds = [
  "reply",
  "title",
  "summary",
  "follow_up",
  "translation",
  "speech",
  "video",
  "embedding",
  "picture",
  "web_search",
] as const;

export function getRowName(t: Translate<"usage">, by: By, { key, name }: UsageReportRow): string {
  if (by === "day") return formatDay(t.locale, key);
  if (by === "kind") {
    const kind = kinds.find((known) => known === key);
    return kind ? t(kind) : key;
  }
  if (name !== null) return name;
  const said = (key === "0" ? none[by] : undefined) ?? unnamed[by];
  return said ? t(said) : key;
}

/** Formats "2026-11-23" as "23 Nov 2026". */
export const formatDay = (locale: string, day: string): string =>
  dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
export const formatCount = (locale: string, value: number): string => numberFormat(locale).format(value);
export const formatCost = (locale: string, value: number | null): string =>
  value === null
    ? "–"
    : numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(value);
export const sumTokens = (row: { input_tokens: number; output_tokens: number }) =>
  row.input_tokens + row.output_tokens;
