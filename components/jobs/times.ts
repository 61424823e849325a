/** When a job runs, as its form asks for it. */
export type Repeats = "once" | "daily" | "weekdays" | "weekly" | "monthly" | "cron";
export type Times = {
  repeats: Repeats;
  /** HH:MM */
  time: string;
  /** 0 is Sunday. */
  weekday: string;
  /** Of the month. */
  day: string;
  /** For once, as `datetime-local` has it. */
  moment: string;
  cron: string;
};

export const repeats: Record<Repeats, string> = {
  daily: "Every day",
  weekdays: "Monday to Friday",
  weekly: "Every week",
  monthly: "Every month",
  once: "Once",
  cron: "By a cron pattern",
};
export const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export const newTimes: Times = {
  repeats: "daily",
  time: "09:00",
  weekday: "1",
  day: "1",
  moment: "",
  cron: "0 9 * * *",
};

/** The cron pattern that times stand for; undefined for once. */
export function cronOf({ repeats, time, weekday, day, cron }: Times): string | undefined {
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

/** The times that a pattern stands for, where the form has words for it. */
export function timesOf(cron: string): Times {
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

/** When a job runs, in words. */
export function said(cron: string): string {
  const times = timesOf(cron);
  switch (times.repeats) {
    case "weekly":
      return `${weekdays[Number(times.weekday)]}s at ${times.time}`;
    case "monthly":
      return `On day ${times.day} of every month at ${times.time}`;
    case "cron":
      return cron;
    default:
      return `${repeats[times.repeats]} at ${times.time}`;
  }
}

/** A moment as `datetime-local` has it, in the zone of this browser. */
export function localMoment(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
