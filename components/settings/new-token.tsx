"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { AccountField, SelectField } from "@/components/account/fields";
import { FormProblem } from "@/components/account/form-parts";
import { ApiError, call } from "@/lib/api/client";
import { type ApiTokenCreated, authApi } from "@/lib/auth/contract";

const lifetimes = [
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "A year" },
  { days: 0, label: "Does not expire" },
];

export function NewToken({ onMade }: { onMade: (token: z.output<typeof ApiTokenCreated>) => void }) {
  const cache = useQueryClient();
  const [name, setName] = useState("");
  const [days, setDays] = useState(90);
  const make = useMutation({
    mutationFn: () =>
      call(authApi.createApiToken, {
        body: { name, expires_at: days ? new Date(Date.now() + days * 86_400_000).toISOString() : null },
      }),
    onSuccess: async (token) => {
      onMade(token);
      await cache.invalidateQueries({ queryKey: [authApi.listApiTokens.path] });
    },
  });
  const { error } = make;
  const fault = error instanceof ApiError ? error.faults[0]?.msg : undefined;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!make.isPending) make.mutate();
  }

  return (
    <form onSubmit={onSubmit} className="space-y-4 rounded-xl border border-line p-4">
      {error && !fault && <FormProblem message={error.message} />}
      <div className="grid gap-4 sm:grid-cols-[1fr_11rem]">
        <AccountField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder="What will use it"
          maxLength={100}
          autoComplete="off"
          required
          fault={fault}
        />
        <SelectField
          label="Expires after"
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {lifetimes.map((lifetime) => (
            <option key={lifetime.days} value={lifetime.days}>
              {lifetime.label}
            </option>
          ))}
        </SelectField>
      </div>
      <button
        type="submit"
        aria-disabled={make.isPending}
        className="rounded-lg bg-accent px-3 py-1.5 text-sm font-medium text-on-accent"
      >
        {make.isPending ? "Creating…" : "Create token"}
      </button>
    </form>
  );
}
