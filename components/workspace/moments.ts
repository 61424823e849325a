import { dateFormat, type Translate } from "@/lib/platform/words/translate";

const DAY = 86_400_000;

const dateOf = (moment: Date, timeZone: string) => dateFormat("en-CA", { timeZone }).format(moment);

export type Moments = ReturnType<typeof momentsIn>;

/** Says moments (ISO 8601) to a reader, as they are in a time zone. */
export function momentsIn(t: Translate<"moments">, timeZone: string) {
  const format = (iso: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(t.locale, { ...options, timeZone }).format(new Date(iso));
  const daysSince = (iso: string, now: Date) =>
    Math.round((Date.parse(dateOf(now, timeZone)) - Date.parse(dateOf(new Date(iso), timeZone))) / DAY);

  /** "14:05" */
  const clock = (iso: string): string => format(iso, { hour: "2-digit", minute: "2-digit" });

  /** "Saturday, 21 November 2026 at 14:05" */
  const fullTime = (iso: string): string => format(iso, { dateStyle: "full", timeStyle: "short" });

  /** "21 Nov 2026, 14:05" */
  const time = (iso: string): string => format(iso, { dateStyle: "medium", timeStyle: "short" });

  /** "21 Nov 2026" */
  const date = (iso: string): string => format(iso, { dateStyle: "medium" });

  /** The day of a message: "Today", "Yesterday" or "Friday, 20 November 2026". */
  const day = (iso: string, now = new Date()): string => {
    const days = daysSince(iso, now);
    if (days <= 0) return t("today");
    if (days === 1) return t("yesterday");
    return format(iso, { dateStyle: "full" });
  };

  /** "Today", "Yesterday", "Previous 7 days", "Previous 30 days" or a month: the heading that something stands under. */
  const period = (iso: string, now = new Date()): string => {
    const days = daysSince(iso, now);
    if (days <= 1) return day(iso, now);
    if (days <= 7) return t("previousDays", { days: 7 });
    if (days <= 30) return t("previousDays", { days: 30 });
    return format(iso, { month: "long", year: "numeric" });
  };

  /** The time of today, the day of what is older. */
  const latest = (iso: string, now = new Date()): string =>
    daysSince(iso, now) <= 0 ? clock(iso) : day(iso, now);

  return { clock, fullTime, time, date, day, period, latest };
}
