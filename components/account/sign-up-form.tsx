"use client";

import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { PasswordInput } from "@/components/ui/password-input";
import { EmailField } from "./email-field";
import { type FormRefusal, useAccountForm } from "./use-account-form";

const kinds = {
  password: {
    action: "/register/submit",
    button: "createAccountButton",
    busy: "creatingAccount",
  },
  link: {
    action: "/register/passwordless/submit",
    button: "mailLink",
    busy: "sending",
  },
} as const;

type SignUpFormProps = {
  by: keyof typeof kinds;
  next: string;
  setup?: string;
  /**
   * Makes the new account join the inviting group instead of creating one. With an `email`, the invitation is valid for
   * that address only.
   */
  invitation?: { email: string | null };
  fields?: Record<string, string>;
  refusal?: FormRefusal;
};

export function SignUpForm({ by, next, setup, invitation, fields = {}, refusal }: SignUpFormProps) {
  const t = useTranslations("account");
  const { action, button, busy } = kinds[by];
  const { form, onSubmit, isBusy, message, getFault } = useAccountForm(refusal);
  return (
    <form ref={form} action={action} method="post" onSubmit={onSubmit} className="space-y-4">
      <FormProblem message={message} />
      <input type="hidden" name="next" value={next} />
      {setup && <input type="hidden" name="setup_token" value={setup} />}
      <Field label={t("name")} error={getFault("full_name")} required>
        {(wiring) => (
          <Input
            {...wiring}
            name="full_name"
            autoComplete="name"
            defaultValue={fields.full_name}
            maxLength={200}
            autoFocus
          />
        )}
      </Field>
      <EmailField
        email={fields.email ?? invitation?.email ?? undefined}
        error={getFault("email")}
        autoFocus={false}
      />
      {by === "password" && (
        <Field label={t("password")} help={t("passwordHelp")} error={getFault("password")} required>
          {(wiring) => (
            <PasswordInput
              {...wiring}
              name="password"
              autoComplete="new-password"
              minLength={10}
              maxLength={200}
            />
          )}
        </Field>
      )}
      {!invitation && (
        <Field label={t("group")} help={t("groupHelp")} error={getFault("group_name")}>
          {(wiring) => (
            <Input
              {...wiring}
              name="group_name"
              autoComplete="organization"
              defaultValue={fields.group_name}
              maxLength={100}
            />
          )}
        </Field>
      )}
      <Button type="submit" variant="primary" busy={isBusy} className="w-full">
        {t(isBusy ? busy : button)}
      </Button>
    </form>
  );
}
