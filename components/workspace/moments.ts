const DAY = 86_400_000;

/** Formats are kept: making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();
function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

const dayOf = (moment: Date, timeZone: string) => format("en-CA", { timeZone }).format(moment);

/** "14:05" */
export const clock = (iso: string, timeZone: string): string =>
  format("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }).format(new Date(iso));

/** "Saturday, 21 November 2026, 14:05" */
export const fullTime = (iso: string, timeZone: string): string =>
  format("en-GB", { dateStyle: "full", timeStyle: "short", timeZone }).format(new Date(iso));

/** "Today", "Yesterday", "Previous 7 days", "Previous 30 days" or a month: the heading that something stands under. */
export function period(iso: string, timeZone: string, now = new Date()): string {
  const then = new Date(iso);
  const days = Math.round((Date.parse(dayOf(now, timeZone)) - Date.parse(dayOf(then, timeZone))) / DAY);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  if (days <= 7) return "Previous 7 days";
  if (days <= 30) return "Previous 30 days";
  return format("en-GB", { month: "long", year: "numeric", timeZone }).format(then);
}

/** The day of a message: "Today", "Yesterday" or "Friday, 20 November 2026". */
export function day(iso: string, timeZone: string, now = new Date()): string {
  const label = period(iso, timeZone, now);
  if (label === "Today" || label === "Yesterday") return label;
  return format("en-GB", { dateStyle: "full", timeZone }).format(new Date(iso));
}
