"use client";

import { z } from "zod";
import { AccountField, PasswordField } from "./fields";
import { FormProblem, SubmitButton } from "./form-parts";
import { type Refusal, useAccountForm } from "./use-account-form";

/** What can be said before the server is asked; whether it is right, only the server says. */
const given = z.object({
  email: z.string().trim().min(1, "Enter your e-mail address."),
  password: z.string().min(1, "Enter your password."),
});

export function SignInForm({ next, email, refusal }: { next: string; email?: string; refusal?: Refusal }) {
  const { form, onSubmit, isBusy, message, faultOf } = useAccountForm(given, refusal);
  return (
    <form ref={form} action="/login/submit" method="post" onSubmit={onSubmit} className="space-y-4">
      <FormProblem message={message} />
      <input type="hidden" name="next" value={next} />
      <AccountField
        name="email"
        label="E-mail address"
        type="email"
        autoComplete="username"
        defaultValue={email}
        autoFocus={!email}
        required
        fault={faultOf("email")}
      />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        fault={faultOf("password")}
      />
      <SubmitButton isBusy={isBusy} busyText="Signing in…">
        Sign in
      </SubmitButton>
    </form>
  );
}
