import { momentsOf } from "../local-time";

/** Calendar dates, both inclusive. */
export type Range = { from: string; to: string };
/** A day or week: its first date, and its beginning in the reader's time zone. */
type Span = { key: string; at: Date };

const DAY = 86_400_000;

/** Returns the UTC date of a moment. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Returns the beginning of a date in a time zone. */
const beginOf = (date: string, timeZone: string): Date =>
  new Date(Math.min(...momentsOf(timeZone, Date.parse(date))));

/** Returns the beginning and end of a date range in a time zone. */
export const boundsOf = ({ from, to }: Range, timeZone: string): { begin: Date; end: Date } => ({
  begin: beginOf(from, timeZone),
  end: beginOf(dateOf(Date.parse(to) + DAY), timeZone),
});

/** Splits a range into days, or weeks from Monday. */
export function spansOf({ from, to }: Range, by: "day" | "week", timeZone: string): Span[] {
  const step = by === "day" ? 1 : 7;
  const sinceMonday = by === "day" ? 0 : (new Date(from).getUTCDay() + 6) % 7;
  const spans: Span[] = [];
  for (let at = Date.parse(from) - sinceMonday * DAY; at <= Date.parse(to); at += step * DAY)
    spans.push({ key: dateOf(at), at: beginOf(dateOf(at), timeZone) });
  return spans;
}
