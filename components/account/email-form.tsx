"use client";

import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { type Refusal, useAccountForm } from "./use-account-form";

type Props = { action: string; next: string; email?: string; refusal?: Refusal };

/** Asks for the address that a link is mailed to. */
export function EmailForm({ action, next, email, refusal }: Props) {
  const { form, onSubmit, isBusy, message, faultOf } = useAccountForm(refusal);
  return (
    <form ref={form} action={action} method="post" onSubmit={onSubmit} className="space-y-4">
      <FormProblem message={message} />
      <input type="hidden" name="next" value={next} />
      <Field label="E-mail address" error={faultOf("email")} required>
        {(wiring) => (
          <Input
            {...wiring}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isBusy} className="w-full">
        {isBusy ? "Sending…" : "Mail me a link"}
      </Button>
    </form>
  );
}
