import { listMoments } from "../local-time";

/** Calendar dates, both inclusive. */
export type DateRange = { from: string; to: string };
type Span = { key: string; at: Date };

const DAY = 86_400_000;

export const toDate = (at: number): string => new Date(at).toISOString().slice(0, 10);

const getDayStart = (date: string, timeZone: string): Date =>
  new Date(Math.min(...listMoments(timeZone, Date.parse(date))));

export const toBounds = ({ from, to }: DateRange, timeZone: string): { begin: Date; end: Date } => ({
  begin: getDayStart(from, timeZone),
  end: getDayStart(toDate(Date.parse(to) + DAY), timeZone),
});

export function splitIntoSpans({ from, to }: DateRange, by: "day" | "week", timeZone: string): Span[] {
  const step = by === "day" ? 1 : 7;
  const sinceMonday = by === "day" ? 0 : (new Date(from).getUTCDay() + 6) % 7;
  const spans: Span[] = [];
  for (let at = Date.parse(from) - sinceMonday * DAY; at <= Date.parse(to); at += step * DAY)
    spans.push({ key: toDate(at), at: getDayStart(toDate(at), timeZone) });
  return spans;
}
