"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { FormProblem } from "@/components/account/form-problem";
import { refreshApiTokens } from "@/components/data/users";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import { ApiError, call } from "@/lib/api/client";
import { type ApiTokenCreated, authApi } from "@/lib/identity/auth/contract";

const lifetimes = [
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "A year" },
  { days: 0, label: "Does not expire" },
];

type Props = { onMade: (token: z.output<typeof ApiTokenCreated>) => void; autoFocus: boolean };

export function NewToken({ onMade, autoFocus }: Props) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [days, setDays] = useState(90);
  const make = useMutation({
    mutationFn: () =>
      call(authApi.createApiToken, {
        body: { name, expires_at: days ? new Date(Date.now() + days * 86_400_000).toISOString() : null },
      }),
    onSuccess: async (token) => {
      onMade(token);
      await refreshApiTokens(client);
    },
  });
  const { error } = make;
  const fault = error instanceof ApiError ? error.faults[0]?.msg : undefined;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!make.isPending) make.mutate();
  }

  return (
    <form onSubmit={onSubmit} className="space-y-4 rounded-xl border bg-surface p-4">
      {error && !fault && <FormProblem message={error.message} />}
      <div className="grid gap-4 sm:grid-cols-[1fr_11rem]">
        <Field label="Name" error={fault} required>
          {(wiring) => (
            <Input
              {...wiring}
              value={name}
              onChange={(event) => setName(event.target.value)}
              placeholder="What will use it"
              maxLength={100}
              autoComplete="off"
              autoFocus={autoFocus}
            />
          )}
        </Field>
        <Field label="Expires after">
          {(wiring) => (
            <Select {...wiring} value={days} onChange={(event) => setDays(Number(event.target.value))}>
              {lifetimes.map((lifetime) => (
                <option key={lifetime.days} value={lifetime.days}>
                  {lifetime.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Button type="submit" variant="primary" busy={make.isPending}>
        Create token
      </Button>
    </form>
  );
}
