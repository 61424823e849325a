"use client";

import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { modelsQuery } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { Select, SwitchField } from "@/components/ui/field";
import { MAX_FALLBACKS } from "@/lib/chat/assistants/operations";
import type { FieldsProps } from "./fields";
import { ModelSelect } from "./model-select";
import { SamplingFields } from "./sampling-fields";

export function ModelFields({ draft, faults, set }: FieldsProps) {
  const t = useTranslations("assistants");
  return (
    <>
      <ModelSelect value={draft.model} fault={faults.model} onChange={(model) => set({ model })} />
      <SwitchField
        label={t("always")}
        help={t("alwaysHelp")}
        value={draft.model_is_fixed}
        onChange={(isFixed) => set({ model_is_fixed: isFixed })}
      />
      <Fallbacks
        value={draft.fallback_models}
        fault={faults.fallback_models}
        onChange={(fallback_models) => set({ fallback_models })}
      />
      <SamplingFields draft={draft} faults={faults} onChange={set} />
    </>
  );
}

type ModelFieldsProps = { value: string[]; fault?: string; onChange: (models: string[]) => void };

function Fallbacks({ value, fault, onChange }: ModelFieldsProps) {
  const t = useTranslations("assistants");
  const { data } = useQuery(modelsQuery);
  return (
    <fieldset className="space-y-2 text-sm">
      <legend className="font-medium">{t("fallbacks")}</legend>
      <p className="text-muted">{t("fallbacksHelp")}</p>
      {value.map((model, at) => (
        <div key={at} className="flex items-center gap-2">
          <Select
            aria-label={t("fallback", { n: at + 1 })}
            aria-invalid={fault ? true : undefined}
            value={model}
            onChange={({ target }) => onChange(value.with(at, target.value))}
          >
            <option value="">{t("chooseModel")}</option>
            {model !== "" && !data?.models.some(({ id }) => id === model) && (
              <option value={model}>{model}</option>
            )}
            {data?.models.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
          <IconButton
            label={t("removeFallback", { n: at + 1 })}
            onClick={() => onChange(value.filter((_, other) => other !== at))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {value.length < MAX_FALLBACKS && (
        <Button size="small" onClick={() => onChange([...value, ""])}>
          <Plus className="size-4" aria-hidden /> {t("addFallback")}
        </Button>
      )}
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
