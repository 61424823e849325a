import { rowOf, type Setting } from "@/lib/chat/chats/contract";
import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";

type T = Translate<"chatSettings">;

/** What people call a setting, and what it does. */
export const wordsOfSetting = (t: T, setting: Setting) => ({
  label: t(setting),
  help: t(`${setting}_help`),
});

/** What people call a value of a setting that is one of a few; "" stands for none. */
export const nameOfChoice = (t: T, setting: Setting, value: string): string =>
  t(`${setting}_${value || "default"}` as Key<"chatSettings">);

/** The values of a setting that is one of a few, with their names, in the order of its row. */
export function choicesOf(t: T, setting: Setting): Record<string, string> {
  const { control } = rowOf(setting);
  const values = control.kind === "choice" ? Object.keys(control.options) : [];
  return Object.fromEntries(values.map((value) => [value, nameOfChoice(t, setting, value)]));
}

/** A range with its unit in the reader's language: all that have one are counted in tokens. */
export const rangeIn = <R extends { unit?: string }>(t: T, range: R): R =>
  range.unit ? { ...range, unit: t("tokens") } : range;
