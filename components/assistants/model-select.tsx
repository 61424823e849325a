"use client";

import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { Field, Select } from "@/components/ui/field";

type ModelSelectProps = {
  value: string;
  /** Label of the empty option; defaults to the group's default model. */
  byDefault?: string;
  fault?: string;
  onChange: (model: string) => void;
};

/** A selected model that is no longer available stays selected and is marked. */
export function ModelSelect({ value, byDefault, fault, onChange }: ModelSelectProps) {
  const t = useTranslations("chatSettings");
  const { data, error } = useQuery(modelsQuery);
  const isGone = value !== "" && data !== undefined && !data.models.some(({ id }) => id === value);
  const help = error ? t("modelsFailed") : isGone ? t("modelGone") : undefined;
  const standard = data?.default ? t("modelDefaultNamed", { model: data.default.label }) : t("modelDefault");
  return (
    <Field label={t("model")} help={help} error={fault}>
      {(wiring) => (
        <Select {...wiring} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{byDefault ?? standard}</option>
          {value !== "" && (isGone || !data) && <option value={value}>{value}</option>}
          {data?.models.map(({ id, name, label }) => (
            <option key={id} value={id}>
              {name ?? label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
