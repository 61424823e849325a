"use client";

import { useQuery } from "@tanstack/react-query";
import { SelectField } from "@/components/account/fields";
import { queryFor } from "@/lib/api/query";
import { providersApi } from "@/lib/providers/contract";

type Props = { value: string; fault?: string; onChange: (event: { target: { value: string } }) => void };

/** Every model that can be reached now. One that was chosen and is gone stays chosen, and says so. */
export function ModelSelect({ value, fault, onChange }: Props) {
  const { data, error, isPending } = useQuery(queryFor(providersApi.listModels));
  const isGone = value !== "" && data !== undefined && !data.models.some(({ id }) => id === value);
  return (
    <SelectField
      label="Model"
      hint={
        error
          ? "The list of models cannot be read now."
          : isGone
            ? "This model cannot be reached now."
            : undefined
      }
      value={value}
      onChange={onChange}
      fault={fault}
    >
      <option value="">{isPending || !data ? "Default" : `Default (${data.default.label})`}</option>
      {value !== "" && (isGone || !data) && <option value={value}>{value}</option>}
      {data?.models.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
