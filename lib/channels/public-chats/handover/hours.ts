import { listMoments, MINUTE, toLocalTime } from "../local-time";

/**
 * Weekly office hours in an IANA time zone: minutes since midnight, Monday first. `to` before `from` means past
 * midnight.
 */
export type Hours = { timeZone: string; days: { from: number; to: number }[][] };

const DAY = 86_400_000;
const DAYS_LOOKED_AT = 8;

export function isOpen(hours: Hours, at: Date): boolean {
  const local = toLocalTime(hours.timeZone, at.getTime());
  const minutes = Math.floor((local % DAY) / MINUTE);
  const on = (days: number) => rangesOn(hours, local + days * DAY);
  return (
    on(0).some(({ from, to }) => minutes >= from && (minutes < to || to < from)) ||
    on(-1).some(({ from, to }) => to < from && minutes < to)
  );
}

/**
 * Returns when the team is available next. Must be called for a moment outside of the hours. An opening time that
 * daylight saving skips moves to the end of the gap; of a repeated one, the first counts.
 * @returns null without any hours
 */
export function findOpeningTime(hours: Hours, at: Date): Date | null {
  const midnight = Math.floor(toLocalTime(hours.timeZone, at.getTime()) / DAY) * DAY;
  for (let day = 0; day <= DAYS_LOOKED_AT; day++) {
    const moments = rangesOn(hours, midnight + day * DAY)
      .filter(({ from, to }) => from !== to)
      .flatMap(({ from }) => listMoments(hours.timeZone, midnight + day * DAY + from * MINUTE))
      .filter((moment) => moment > at.getTime() && isOpen(hours, new Date(moment)));
    if (moments.length > 0) return new Date(Math.min(...moments));
  }
  return null;
}

const rangesOn = ({ days }: Hours, local: number) => days[(new Date(local).getUTCDay() + 6) % 7] ?? [];
