"use client";

import { useTranslations } from "@/components/i18n/words";
import { Field, Input } from "@/components/ui/field";

type EmailFieldProps = { email: string | undefined; error: string | undefined; autoFocus?: boolean };

export function EmailField({ email, error, autoFocus = true }: EmailFieldProps) {
  const t = useTranslations("account");
  return (
    <Field label={t("email")} error={error} required>
      {(wiring) => (
        <Input
          {...wiring}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}
