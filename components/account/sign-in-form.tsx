"use client";

import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { PasswordInput } from "@/components/ui/password-input";
import { EmailField } from "./email-field";
import { type FormRefusal, useAccountForm } from "./use-account-form";

export function SignInForm({
  next,
  email,
  refusal,
}: {
  next: string;
  email?: string;
  refusal?: FormRefusal;
}) {
  const t = useTranslations("account");
  const { form, onSubmit, isBusy, message, getFault } = useAccountForm(refusal);
  return (
    <form ref={form} action="/login/submit" method="post" onSubmit={onSubmit} className="space-y-4">
      <FormProblem message={message} />
      <input type="hidden" name="next" value={next} />
      <EmailField email={email} error={getFault("email")} autoFocus={!email} />
      <Field label={t("password")} error={getFault("password")} required>
        {(wiring) => <PasswordInput {...wiring} name="password" autoComplete="current-password" />}
      </Field>
      <Button type="submit" variant="primary" busy={isBusy} className="w-full">
        {t(isBusy ? "signingIn" : "signIn")}
      </Button>
    </form>
  );
}
