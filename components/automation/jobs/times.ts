import { dateFormat, type Translate } from "@/lib/platform/words/translate";

export const repeats = ["daily", "weekdays", "weekly", "monthly", "once", "cron"] as const;
export type Repeats = (typeof repeats)[number];
export type Times = {
  repeats: Repeats;
  time: string;
  /** 0 is Sunday. */
  weekday: string;
  day: string;
  moment: string;
  cron: string;
};

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

export const listWeekdayNames = (locale: string): string[] =>
  weekdays.map((_, number) =>
    // January 4, 1970 was the first Sunday of the epoch.
    dateFormat(locale, { weekday: "long", timeZone: "UTC" }).format(Date.UTC(1970, 0, 4 + number)),
  );

export const newTimes: Times = {
  repeats: "daily",
  time: "09:00",
  weekday: "1",
  day: "1",
  moment: "",
  cron: "0 9 * * *",
};

/** Converts form values to a cron pattern; undefined for a single run. */
export function toCron({ repeats, time, weekday, day, cron }: Times): string | undefined {
  const [hour, minute] = time.split(":").map(Number);
  const at = `${minute} ${hour}`;
  switch (repeats) {
    case "once":
      return undefined;
    case "daily":
      return `${at} * * *`;
    case "weekdays":
      return `${at} * * 1-5`;
    case "weekly":
      return `${at} * * ${weekday}`;
    case "monthly":
      return `${at} ${day} * *`;
    case "cron":
      return cron;
  }
}

/** Converts a cron pattern to form values. Patterns that the form can't represent are kept as text. */
export function parseCron(cron: string): Times {
  const [, minute, hour, day = "", weekday = ""] =
    /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|1-5|[0-6])$/.exec(cron) ?? [];
  const own: Times = { ...newTimes, repeats: "cron", cron };
  if (minute === undefined || (day !== "*" && weekday !== "*")) return own;
  const time = `${hour!.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  if (day !== "*") return { ...own, repeats: "monthly", time, day };
  if (weekday === "*") return { ...own, repeats: "daily", time };
  return weekday === "1-5"
    ? { ...own, repeats: "weekdays", time }
    : { ...own, repeats: "weekly", time, weekday };
}

export function formatSchedule(t: Translate<"jobs">, cron: string): string {
  const times = parseCron(cron);
  const { repeats, weekday, day } = times;
  if (repeats === "cron" || repeats === "once") return cron;
  const clock = dateFormat(t.locale, { timeStyle: "short", timeZone: "UTC" });
  const time = clock.format(new Date(`1970-01-01T${times.time}Z`));
  return t(`${repeats}At`, { time, day, weekday: weekdays[Number(weekday)] ?? "" });
}

export function toLocalMoment(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
