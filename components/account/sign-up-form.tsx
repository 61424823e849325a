"use client";

import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { PasswordInput } from "./password-input";
import { type Refusal, useAccountForm } from "./use-account-form";

const kinds = {
  password: {
    action: "/register/submit",
    button: "Create account",
    busy: "Creating your account…",
  },
  link: {
    action: "/register/passwordless/submit",
    button: "Mail me a link",
    busy: "Sending…",
  },
};

type Props = {
  /** What the account is to be signed in to with. */
  by: keyof typeof kinds;
  next: string;
  /** The token of the setup link. */
  setup?: string;
  fields?: Record<string, string>;
  refusal?: Refusal;
};

/** Name, address and, unless a mailed link takes its place, a password. */
export function SignUpForm({ by, next, setup, fields = {}, refusal }: Props) {
  const { action, button, busy } = kinds[by];
  const { form, onSubmit, isBusy, message, faultOf } = useAccountForm(refusal);
  return (
    <form ref={form} action={action} method="post" onSubmit={onSubmit} className="space-y-4">
      <FormProblem message={message} />
      <input type="hidden" name="next" value={next} />
      {setup && <input type="hidden" name="setup_token" value={setup} />}
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
      {by === "password" && (
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
      )}
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
        {isBusy ? busy : button}
      </Button>
    </form>
  );
}
