"use client";

import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Register } from "@/lib/auth/contract";
import { FormProblem } from "./form-problem";
import { PasswordInput } from "./password-input";
import { type Refusal, useAccountForm } from "./use-account-form";

/** The contract's own rules; an empty group name stands for none. */
const given = Register.extend({
  group_name: z.literal("").or(Register.shape.group_name),
});

type Props = { next: string; fields?: Record<string, string>; refusal?: Refusal };

export function SignUpForm({ next, fields = {}, refusal }: Props) {
  const { form, onSubmit, isBusy, message, faultOf } = useAccountForm(given, refusal);
  return (
    <form ref={form} action="/register/submit" method="post" onSubmit={onSubmit} className="space-y-4">
      <FormProblem message={message} />
      <input type="hidden" name="next" value={next} />
      <Field label="Your name" error={faultOf("full_name")} required>
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
      <Field label="E-mail address" error={faultOf("email")} required>
        {(wiring) => (
          <Input {...wiring} name="email" type="email" autoComplete="username" defaultValue={fields.email} />
        )}
      </Field>
      <Field
        label="Password"
        help="At least 10 characters. A few words in a row are easy to remember and hard to guess."
        error={faultOf("password")}
        required
      >
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
      <Field
        label="Group (optional)"
        help="What your group is called. You can invite people to it later."
        error={faultOf("group_name")}
      >
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
      <Button type="submit" variant="primary" busy={isBusy} className="w-full">
        {isBusy ? "Creating your account…" : "Create account"}
      </Button>
    </form>
  );
}
