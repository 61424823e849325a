"use client";

import { getSettingWords, translateRange } from "@/components/chat/panel/setting-words";
import { useTranslations } from "@/components/i18n/words";
import { Field, Options, Select } from "@/components/ui/field";
import { NumberField } from "@/components/ui/number-field";
import { EFFORTS, type Effort, sampling } from "@/lib/llm/sampling/settings";
import type { AssistantDraft } from "./draft";

const efforts = Object.keys(EFFORTS) as Effort[];

type SamplingFieldsProps = {
  draft: AssistantDraft;
  faults: Partial<Record<keyof AssistantDraft, string>>;
  onChange: (change: Partial<AssistantDraft>) => void;
};

export function SamplingFields({ draft, faults, onChange }: SamplingFieldsProps) {
  const t = useTranslations("chatSettings");
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <NumberField
        {...getSettingWords(t, "temperature")}
        error={faults.temperature}
        range={sampling.temperature.control}
        value={draft.temperature}
        byDefault={t("modelOwn")}
        onChange={(value) => onChange({ temperature: value })}
        onReset={() => onChange({ temperature: "" })}
      />
      <Field {...getSettingWords(t, "reasoning_effort")} error={faults.reasoning_effort}>
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.reasoning_effort}
            onChange={(event) => onChange({ reasoning_effort: event.target.value as Effort | "" })}
          >
            <option value="">{t("modelOwn")}</option>
            <Options of={efforts.map((id) => ({ id, name: t(`reasoning_effort_${id}`) }))} />
          </Select>
        )}
      </Field>
      <NumberField
        {...getSettingWords(t, "max_output_tokens")}
        error={faults.max_output_tokens}
        range={translateRange(t, sampling.max_output_tokens.control)}
        value={draft.max_output_tokens}
        byDefault={t("modelOwn")}
        onChange={(value) => onChange({ max_output_tokens: value })}
        onReset={() => onChange({ max_output_tokens: "" })}
      />
    </fieldset>
  );
}
