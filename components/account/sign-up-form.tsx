"use client";

import { z } from "zod";
import { Register } from "@/lib/auth/contract";
import { AccountField, PasswordField } from "./fields";
import { FormProblem, SubmitButton } from "./form-parts";
import { type Refusal, useAccountForm } from "./use-account-form";

/** The contract's own rules; an empty group name stands for none. */
const given = Register.extend({
  group_name: z.literal("").or(Register.shape.group_name),
});

export function SignUpForm({
  next,
  fields = {},
  refusal,
}: {
  next: string;
  fields?: Record<string, string>;
  refusal?: Refusal;
}) {
  const { form, onSubmit, isBusy, message, faultOf } = useAccountForm(given, refusal);
  return (
    <form ref={form} action="/register/submit" method="post" onSubmit={onSubmit} className="space-y-4">
      <FormProblem message={message} />
      <input type="hidden" name="next" value={next} />
      <AccountField
        name="full_name"
        label="Your name"
        autoComplete="name"
        defaultValue={fields.full_name}
        maxLength={200}
        autoFocus
        required
        fault={faultOf("full_name")}
      />
      <AccountField
        name="email"
        label="E-mail address"
        type="email"
        autoComplete="username"
        defaultValue={fields.email}
        required
        fault={faultOf("email")}
      />
      <PasswordField
        name="password"
        label="Password"
        hint="At least 10 characters. A few words in a row are easy to remember and hard to guess."
        autoComplete="new-password"
        minLength={10}
        maxLength={200}
        required
        fault={faultOf("password")}
      />
      <AccountField
        name="group_name"
        label="Team (optional)"
        hint="What your group is called. You can invite people to it later."
        autoComplete="organization"
        defaultValue={fields.group_name}
        maxLength={100}
        fault={faultOf("group_name")}
      />
      <SubmitButton isBusy={isBusy} busyText="Creating your account…">
        Create account
      </SubmitButton>
    </form>
  );
}
