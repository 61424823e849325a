/** Hours of a week in which a team answers: minutes since midnight in a time zone (IANA), Monday first. `to` before `from`: past midnight. */
export type Hours = { timeZone: string; days: { from: number; to: number }[][] };

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Every opening of a week has come by then, from any day on. */
const DAYS_LOOKED_AT = 8;

/** Whether the team answers at a moment. */
export function isOpen(hours: Hours, at: Date): boolean {
  const local = localOf(hours.timeZone, at.getTime());
  const minutes = Math.floor((local % DAY) / MINUTE);
  const on = (days: number) => rangesOn(hours, local + days * DAY);
  return (
    on(0).some(({ from, to }) => minutes >= from && (minutes < to || to < from)) ||
    on(-1).some(({ from, to }) => to < from && minutes < to)
  );
}

/**
 * When the team answers again, for a moment at which it doesn't. A time that the change of the clocks leaves out comes
 * at the end of what is missing, one that comes twice the first time.
 * @returns null where there are no hours at all
 */
export function opensAt(hours: Hours, at: Date): Date | null {
  const midnight = Math.floor(localOf(hours.timeZone, at.getTime()) / DAY) * DAY;
  for (let day = 0; day <= DAYS_LOOKED_AT; day++) {
    const moments = rangesOn(hours, midnight + day * DAY)
      .filter(({ from, to }) => from !== to)
      .flatMap(({ from }) => momentsOf(hours.timeZone, midnight + day * DAY + from * MINUTE))
      .filter((moment) => moment > at.getTime() && isOpen(hours, new Date(moment)));
    if (moments.length > 0) return new Date(Math.min(...moments));
  }
  return null;
}

/** @param local A time of the day, as `localOf` gives it */
const rangesOn = ({ days }: Hours, local: number) => days[(new Date(local).getUTCDay() + 6) % 7] ?? [];

const formats = new Map<string, Intl.DateTimeFormat>();

/** What clocks in a time zone show at a moment, as if it were UTC; to the minute. */
function localOf(timeZone: string, at: number): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
    formats.set(timeZone, format);
  }
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!);
}

/** The moments at which clocks show a time: one, two when they go back over it, or the first after it that there is. */
function momentsOf(timeZone: string, local: number): number[] {
  const shift = (at: number) => localOf(timeZone, at) - Math.floor(at / MINUTE) * MINUTE;
  const guesses = [local - shift(local - DAY), local - shift(local + DAY)];
  const found = guesses.filter((guess) => localOf(timeZone, guess) === local);
  if (found.length > 0) return found;
  for (let at = Math.min(...guesses); at <= Math.max(...guesses); at += MINUTE)
    if (localOf(timeZone, at) >= local) return [at];
  return [];
}
