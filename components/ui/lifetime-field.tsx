"use client";

import { useTranslations } from "@/components/i18n/words";
import { Field, Select } from "@/components/ui/field";

type LifetimeFieldProps = {
  lifetimes: { days: number; label: string }[];
  days: number;
  onDays: (days: number) => void;
};

export function LifetimeField({ lifetimes, days, onDays }: LifetimeFieldProps) {
  const t = useTranslations("ui");
  return (
    <Field label={t("expiresAfter")}>
      {(wiring) => (
        <Select {...wiring} value={days} onChange={(event) => onDays(Number(event.target.value))}>
          {lifetimes.map((lifetime) => (
            <option key={lifetime.days} value={lifetime.days}>
              {lifetime.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
