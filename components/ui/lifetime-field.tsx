import { Field, Select } from "@/components/ui/field";

type Props = { lifetimes: { days: number; label: string }[]; days: number; onDays: (days: number) => void };

/** How long what is made here holds. */
export const LifetimeField = ({ lifetimes, days, onDays }: Props) => (
  <Field label="Expires after">
    {(wiring) => (
      <Select {...wiring} value={days} onChange={(event) => onDays(Number(event.target.value))}>
        {lifetimes.map((lifetime) => (
          <option key={lifetime.days} value={lifetime.days}>
            {lifetime.label}
          </option>
        ))}
      </Select>
    )}
  </Field>
);
