import { dateFormat, type Translate } from "@/lib/platform/words/translate";

const DAY = 86_400_000;

/** Returns the date in a time zone as "2026-11-21". */
export const dateIn = (timeZone: string, moment = new Date()): string =>
  dateFormat("en-CA", { timeZone }).format(moment);

export type Moments = ReturnType<typeof createMomentFormatters>;

/**
 * Returns formatters of ISO 8601 times in a time zone.
 * @param today The reader's date as "2026-11-21"
 */
export function createMomentFormatters(t: Translate<"moments">, timeZone: string, today = dateIn(timeZone)) {
  const format = (iso: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(t.locale, { ...options, timeZone }).format(new Date(iso));
  const daysSince = (iso: string) =>
    Math.round((Date.parse(today) - Date.parse(dateIn(timeZone, new Date(iso)))) / DAY);

  // "14:05"
  const clock = (iso: string): string => format(iso, { hour: "2-digit", minute: "2-digit" });

  // "Saturday, 21 November 2026 at 14:05"
  const fullTime = (iso: string): string => format(iso, { dateStyle: "full", timeStyle: "short" });

  // "21 Nov 2026, 14:05"
  const time = (iso: string): string => format(iso, { dateStyle: "medium", timeStyle: "short" });

  // "21 Nov 2026"
  const date = (iso: string): string => format(iso, { dateStyle: "medium" });

  // "Today", "Yesterday" or "Friday, 20 November 2026"
  const day = (iso: string): string => {
    const days = daysSince(iso);
    if (days <= 0) return t("today");
    if (days === 1) return t("yesterday");
    return format(iso, { dateStyle: "full" });
  };

  // "Today", "Yesterday", "Previous 7 days", "Previous 30 days" or a month
  const period = (iso: string): string => {
    const days = daysSince(iso);
    if (days <= 1) return day(iso);
    if (days <= 7) return t("previousDays", { days: 7 });
    if (days <= 30) return t("previousDays", { days: 30 });
    return format(iso, { month: "long", year: "numeric" });
  };

  // The time for today, otherwise the day.
  const latest = (iso: string): string => (daysSince(iso) <= 0 ? clock(iso) : day(iso));

  return { clock, fullTime, time, date, day, period, latest };
}
