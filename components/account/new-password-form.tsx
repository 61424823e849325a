"use client";

import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { PasswordInput } from "@/components/ui/password-input";
import { type FormRefusal, useAccountForm } from "./use-account-form";

export function NewPasswordForm({
  token,
  next,
  refusal,
}: {
  token: string;
  next: string;
  refusal?: FormRefusal;
}) {
  const t = useTranslations("account");
  const { form, onSubmit, isBusy, message, getFault } = useAccountForm(refusal);
  return (
    <form ref={form} action="/reset-password/submit" method="post" onSubmit={onSubmit} className="space-y-4">
      <FormProblem message={message} />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="next" value={next} />
      <Field label={t("newPassword")} help={t("passwordHelp")} error={getFault("new_password")} required>
        {(wiring) => (
          <PasswordInput
            {...wiring}
            name="new_password"
            autoComplete="new-password"
            minLength={10}
            maxLength={200}
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isBusy} className="w-full">
        {t(isBusy ? "setting" : "setPassword")}
      </Button>
    </form>
  );
}
