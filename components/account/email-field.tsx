import { Field, Input } from "@/components/ui/field";

type Props = { email: string | undefined; error: string | undefined; autoFocus?: boolean };

/** Asks who signs in. */
export const EmailField = ({ email, error, autoFocus = true }: Props) => (
  <Field label="E-mail address" error={error} required>
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
