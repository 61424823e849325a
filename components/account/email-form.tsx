"use client";

import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { EmailField } from "./email-field";
import { type FormRefusal, useAccountForm } from "./use-account-form";

type EmailFormProps = { action: string; next: string; email?: string; refusal?: FormRefusal };

export function EmailForm({ action, next, email, refusal }: EmailFormProps) {
  const t = useTranslations("account");
  const { form, onSubmit, isBusy, message, getFault } = useAccountForm(refusal);
  return (
    <form ref={form} action={action} method="post" onSubmit={onSubmit} className="space-y-4">
      <FormProblem message={message} />
      <input type="hidden" name="next" value={next} />
      <EmailField email={email} error={getFault("email")} />
      <Button type="submit" variant="primary" busy={isBusy} className="w-full">
        {t(isBusy ? "sending" : "mailLink")}
      </Button>
    </form>
  );
}
