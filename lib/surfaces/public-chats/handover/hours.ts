import { localOf, MINUTE, momentsOf } from "../local-time";

/** Hours of a week in which a team answers: minutes since midnight in a time zone (IANA), Monday first. `to` before `from`: past midnight. */
export type Hours = { timeZone: string; days: { from: number; to: number }[][] };

const DAY = 86_400_000;
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
