import { Cron } from "croner";
import { invalid } from "@/lib/platform/errors";

/** `cron` is null for a job that runs once. */
export type Schedule = { cron: string | null; timeZone: string };

const MIN_INTERVAL_MINUTES = 5;
// Number of runs to examine. At the minimum interval they span more than a day, so they include every gap between the
// times of a pattern.
const LOOKED_AT = (24 * 60) / MIN_INTERVAL_MINUTES + 2;

const reader = (cron: string, timeZone: string) =>
  new Cron(cron, { timezone: timeZone, mode: "5-part", fixedTimeRule: "no-wildcard" });

/**
 * Checks that a cron pattern has runs, and that they are at least `MIN_INTERVAL_MINUTES` apart.
 * @throws InvalidInput naming `cron` or `time_zone`
 */
export function checkSchedule({ cron, timeZone }: Schedule): void {
  if (!isTimeZone(timeZone))
    throw invalid(["body", "time_zone"], "Must be the name of a time zone, such as Europe/Berlin.");
  if (cron === null) return;
  const fault = findFault(cron);
  if (fault) throw invalid(["body", "cron"], fault);
}

function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function findFault(cron: string): string | undefined {
  if (cron.trim().split(/\s+/).length !== 5)
    return "Must have five fields: minute, hour, day of the month, month, day of the week.";
  let runs: Date[];
  try {
    // In UTC, which has no daylight saving time.
    runs = reader(cron, "UTC").nextRuns(LOOKED_AT, new Date());
  } catch {
    return "Must be a cron pattern, such as `0 9 * * 1-5`.";
  }
  if (runs.length === 0) return "Never comes.";
  const isTooOften = runs.some((run, i) => i > 0 && minutesBetween(runs[i - 1]!, run) < MIN_INTERVAL_MINUTES);
  return isTooOften ? `Must leave at least ${MIN_INTERVAL_MINUTES} minutes between two runs.` : undefined;
}

const minutesBetween = (a: Date, b: Date) => (b.getTime() - a.getTime()) / 60_000;

/**
 * Returns at most `count` runs after a moment. A time that daylight saving time skips runs at the end of the gap; one
 * that occurs twice runs once.
 */
export function listNextRuns({ cron, timeZone }: Schedule, after: Date, count: number): Date[] {
  if (cron === null) return [];
  return reader(cron, timeZone).nextRuns(count, after);
}
