export const MINUTE = 60_000;
const DAY = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time as milliseconds since 1970 as if it were UTC, rounded down to the minute. */
export function toLocalTime(timeZone: string, at: number): number {
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

/**
 * Returns the moments at which clocks show a local time: one, two when it is repeated, or the first one after it when
 * it is skipped.
 */
export function listMoments(timeZone: string, local: number): number[] {
  const shift = (at: number) => toLocalTime(timeZone, at) - Math.floor(at / MINUTE) * MINUTE;
  const guesses = [local - shift(local - DAY), local - shift(local + DAY)];
  const found = guesses.filter((guess) => toLocalTime(timeZone, guess) === local);
  if (found.length > 0) return found;
  for (let at = Math.min(...guesses); at <= Math.max(...guesses); at += MINUTE)
    if (toLocalTime(timeZone, at) >= local) return [at];
  return [];
}
