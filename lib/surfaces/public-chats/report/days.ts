import { momentsOf } from "../local-time";

/** Calendar dates, both inclusive. */
export type Range = { from: string; to: string };
type Span = { key: string; at: Date };

const DAY = 86_400_000;

export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const beginOf = (date: string, timeZone: string): Date =>
  new Date(Math.min(...momentsOf(timeZone, Date.parse(date))));

export const boundsOf = ({ from, to }: Range, timeZone: string): { begin: Date; end: Date } => ({
  begin: beginOf(from, timeZone),
  end: beginOf(dateOf(Date.parse(to) + DAY), timeZone),
});

export function spansOf({ from, to }: Range, by: "day" | "week", timeZone: string): Span[] {
  const step = by === "day" ? 1 : 7;
  const sinceMonday = by === "day" ? 0 : (new Date(from).getUTCDay() + 6) % 7;
  const spans: Span[] = [];
  for (let at = Date.parse(from) - sinceMonday * DAY; at <= Date.parse(to); at += step * DAY)
    spans.push({ key: dateOf(at), at: beginOf(dateOf(at), timeZone) });
  return spans;
}
