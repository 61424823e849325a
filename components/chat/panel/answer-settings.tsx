"use client";

import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { NumberField, parseNumber } from "@/components/ui/number-field";
import type { sampling } from "@/lib/llm/sampling/settings";
import { numberFormat } from "@/lib/platform/words/translate";
import { Choice, Saved, type SettingFieldProps, useWriting } from "./setting-fields";
import { getChoiceName, getSettingWords, translateRange } from "./setting-words";

type Name = keyof typeof sampling;
type NumberRange = { least: number; most: number; step: number; unit?: string };

function useDefault({ chat, setting }: SettingFieldProps): string {
  const t = useTranslations("chatPanel");
  const s = useTranslations("chatSettings");
  const { assistants } = usePeople();
  const assistant = assistants.find(({ id }) => id === chat.virtual_assistant?.id);
  const value = assistant?.[setting as Name];
  if (assistant === undefined || value == null) return s("modelOwn");
  const shown =
    typeof value === "number" ? numberFormat(t.locale).format(value) : getChoiceName(s, setting, value);
  return t("defaultOf", { value: shown, assistant: assistant.name });
}

export function NumberSetting({
  value,
  range,
  ...props
}: SettingFieldProps & { value: string; range: NumberRange }) {
  const s = useTranslations("chatSettings");
  const ui = useTranslations("ui");
  const { draft, error, saving, save, write } = useWriting<string>(props, (text) =>
    parseNumber(ui, text, range),
  );
  return (
    <Saved saving={saving}>
      <NumberField
        {...getSettingWords(s, props.setting)}
        error={error}
        range={translateRange(s, range)}
        value={draft ?? value}
        byDefault={useDefault(props)}
        onChange={write}
        onBlur={save}
        onReset={() => {
          write("");
          save();
        }}
      />
    </Saved>
  );
}

export function InheritedChoice(
  props: SettingFieldProps & { value: string; options: Record<string, string> },
) {
  return (
    <Choice
      {...props}
      options={{ ...props.options, "": useDefault(props) }}
      toValue={(choice) => choice || null}
    />
  );
}
