"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useFault, useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Field, Input } from "@/components/ui/field";
import { ApiError } from "@/lib/api/client";
import type { Translate } from "@/lib/platform/words/translate";

type TokensFormProps = {
  label: string;
  help: ReactNode;
  before: number | null;
  placeholder: string;
  save: (tokens: number | null) => Promise<unknown>;
  onCancel?: () => void;
};

export function TokensForm({ label, help, before, placeholder, save, onCancel }: TokensFormProps) {
  const t = useTranslations("tokensForm");
  const problem = useProblem();
  const getFault = useFault();
  const [text, setText] = useState(before === null ? "" : String(before));
  const saving = useMutation({ mutationFn: async () => save(parseTokens(t, text)) });
  const { error } = saving;
  const ofField = error instanceof ApiError ? getFault(error.faults) : undefined;
  const fault = ofField ?? (error ? problem(error) : undefined);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  }
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-wrap items-start gap-3">
      <Field label={label} help={help} error={fault} className="min-w-48 flex-1 basis-60">
        {(wiring) => (
          <Input
            {...wiring}
            inputMode="numeric"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={placeholder}
            autoComplete="off"
            autoFocus={onCancel !== undefined}
          />
        )}
      </Field>
      <div className={cx("flex gap-2", onCancel ? "sm:mt-6.5" : "mt-6.5")}>
        <Button type="submit" busy={saving.isPending}>
          {t("save")}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {t("cancel")}
          </Button>
        )}
      </div>
    </form>
  );
}

/**
 * Parses a number; null for an empty input.
 * @throws Error for anything else, because JSON would turn NaN into null
 */
function parseTokens(t: Translate<"tokensForm">, text: string): number | null {
  if (text.trim() === "") return null;
  const digits = text.replace(/[\s.,_']/g, "");
  if (!/^\d{1,15}$/.test(digits)) throw new Error(t("wholeNumber"));
  return Number(digits);
}
