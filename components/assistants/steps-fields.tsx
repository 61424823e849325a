"use client";

import { useQuery } from "@tanstack/react-query";
import { miniAssistantsQuery } from "@/components/data/assistants";
import { useTranslations } from "@/components/i18n/words";
import { CheckboxRow } from "@/components/ui/checkbox-row";
import { NumberField } from "@/components/ui/number-field";
import { REPLY_LIMITS } from "@/lib/chat/assistants/operations";
import type { FieldsProps } from "./fields";

const LIMITS = ["most_rounds", "most_tokens", "most_seconds"] as const;

export function StepsFields({ draft, faults, set, saved }: FieldsProps) {
  const t = useTranslations("assistantSteps");
  return (
    <>
      <fieldset className="border-t pt-5">
        <legend className="float-start w-full text-sm font-medium">{t("title")}</legend>
        <p className="clear-both mb-4 text-sm text-muted">{t("lead")}</p>
        <div className="grid gap-5 sm:grid-cols-2">
          {LIMITS.map((field) => (
            <NumberField
              key={field}
              label={t(field)}
              help={t(`${field}_help`)}
              error={faults[field]}
              range={REPLY_LIMITS[field]}
              value={draft[field]}
              byDefault={t(`${field}_usual`)}
              onChange={(value) => set({ [field]: value })}
              onReset={() => set({ [field]: "" })}
            />
          ))}
        </div>
      </fieldset>
      <Colleagues {...{ draft, faults, set, saved }} />
    </>
  );
}

function Colleagues({ draft, faults, set, saved }: Pick<FieldsProps, "draft" | "faults" | "set" | "saved">) {
  const t = useTranslations("assistantSteps");
  const { data = [] } = useQuery(miniAssistantsQuery);
  const others = data.filter(({ id }) => id !== saved?.id);
  return (
    <fieldset className="border-t pt-5 text-sm">
      <legend className="float-start w-full font-medium">{t("colleagues")}</legend>
      <p className="clear-both text-muted">{t(others.length > 0 ? "colleaguesHelp" : "noColleagues")}</p>
      {faults.colleagues && (
        <p role="alert" className="mt-2 text-danger">
          {faults.colleagues}
        </p>
      )}
      {others.length > 0 && (
        <ul className="mt-3 max-h-80 divide-y overflow-y-auto rounded-xl border bg-surface">
          {others.map(({ id, name, description }) => (
            <CheckboxRow
              key={id}
              name={name}
              note={description ?? undefined}
              isChosen={draft.colleagues.some((one) => one.id === id)}
              onChoose={(isIn) => {
                const rest = draft.colleagues.filter((one) => one.id !== id);
                set({ colleagues: isIn ? [...rest, { id, name }] : rest });
              }}
            />
          ))}
        </ul>
      )}
    </fieldset>
  );
}
