import { dateFormat, numberFormat } from "@/lib/platform/words/translate";

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Formats seconds as "42 sec", "3.5 min" or "2 hr". */
export function formatDuration(locale: string, seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? (["second", 1] as const);
  const format = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return numberFormat(locale, format).format(seconds / size);
}

/** Formats "2026-11-23" as "23 Nov", with the year unless it is the current one. */
export function formatDay(locale: string, day: string): string {
  const year = day.slice(0, 4) === new Date().toISOString().slice(0, 4) ? undefined : "numeric";
  return dateFormat(locale, { day: "numeric", month: "short", year, timeZone: "UTC" }).format(new Date(day));
}
export const formatCount = (locale: string, value: number): string => numberFormat(locale).format(value);
export const formatShare = (locale: string, value: number): string =>
  numberFormat(locale, { style: "percent" }).format(value);
export const formatMean = (locale: string, value: number): string =>
  numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
