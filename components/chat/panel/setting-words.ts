import { type ChatSetting, getSetting } from "@/lib/chat/chats/settings";
import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";

type SettingsTranslate = Translate<"chatSettings">;

export const getSettingWords = (t: SettingsTranslate, setting: ChatSetting) => ({
  label: t(setting),
  help: t(`${setting}_help`),
});

export const getChoiceName = (t: SettingsTranslate, setting: ChatSetting, value: string): string =>
  t(`${setting}_${value || "default"}` as Key<"chatSettings">);

export function getSettingChoices(t: SettingsTranslate, setting: ChatSetting): Record<string, string> {
  const { control } = getSetting(setting);
  const values = control.kind === "choice" ? Object.keys(control.options) : [];
  return Object.fromEntries(values.map((value) => [value, getChoiceName(t, setting, value)]));
}

export const translateRange = <R extends { unit?: string }>(t: SettingsTranslate, range: R): R =>
  range.unit ? { ...range, unit: t("tokens") } : range;
