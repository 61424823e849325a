"use client";

import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useTranslations } from "@/components/i18n/words";
import type { Translate } from "@/lib/platform/words/translate";
import { IconButton } from "./button";
import { Field, Input } from "./field";

type NumberRange = { least: number; most: number; step: number; unit?: string };

/** Number with a unit and a range. An empty field means `byDefault`, which a button restores. */
export function NumberField({
  label,
  help,
  error,
  range: { least, most, step, unit },
  value,
  byDefault,
  disabled,
  onChange,
  onBlur,
  onReset,
}: {
  label: string;
  help: string;
  error?: string;
  range: NumberRange;
  value: string;
  byDefault: string;
  disabled?: boolean;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onReset: () => void;
}) {
  const t = useTranslations("ui");
  const described = unit
    ? t("rangeWithUnit", { help, least, most, unit })
    : t("range", { help, least, most });
  return (
    <Field label={label} help={described} error={error}>
      {(wiring) => (
        <div className="flex items-center gap-2">
          <Input
            {...wiring}
            type="number"
            inputMode={step < 1 ? "decimal" : "numeric"}
            min={least}
            max={most}
            step={step}
            value={value}
            placeholder={byDefault}
            disabled={disabled}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            onKeyDown={(event) => event.key === "Enter" && onBlur?.()}
            className="min-w-0 flex-1"
          />
          {unit && <span className="text-sm text-muted">{unit}</span>}
          {value !== "" && !disabled && (
            <IconButton label={t("reset", { label })} onClick={onReset}>
              <RotateCcw aria-hidden />
            </IconButton>
          )}
        </div>
      )}
    </Field>
  );
}

/**
 * Parses the input; null for an empty one.
 * @throws Error with a displayable message if it is out of range
 */
export function parseNumber(
  t: Translate<"ui">,
  text: string,
  { least, most, step }: NumberRange,
): number | null {
  if (text.trim() === "") return null;
  const value = Number(text);
  const isWhole = step < 1 || Number.isInteger(value);
  if (!Number.isFinite(value) || value < least || value > most || !isWhole)
    throw new Error(t(step < 1 ? "numberOutOfRange" : "wholeNumberOutOfRange", { least, most }));
  return value;
}
