import type { Appearance, Publication } from "@/lib/channels/public-chats/contract";
import { isColour, isTimeZone } from "@/lib/channels/public-chats/settings";
import type { Translate } from "@/lib/platform/words/translate";

export function findFaults(t: Translate<"publish">, { appearance, hours }: Publication) {
  const faults: Partial<Record<keyof Appearance | "time_zone" | `day${number}` | "days", string>> = {};
  for (const name of COLOURS)
    if (appearance[name] && !isColour(appearance[name])) faults[name] = t("notAColour");
  if (!hours) return faults;
  if (!isTimeZone(hours.time_zone)) faults.time_zone = t("notATimeZone");
  if (hours.days.every((spans) => spans.length === 0)) faults.days = t("noDays");
  hours.days.forEach((spans, day) => {
    const isSane = spans.every(({ from, to }, at) => from < to && (at === 0 || spans[at - 1]!.to <= from));
    if (!isSane) faults[`day${day}`] = t("notInOrder");
  });
  return faults;
}

export const COLOURS = [
  "ui_bg_color",
  "ui_agent_msg_color",
  "ui_guest_msg_color",
  "ui_launcher_color",
] as const;
