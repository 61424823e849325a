"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { refreshApiTokens } from "@/components/data/users";
import { useTranslations } from "@/components/i18n/words";
import { CardForm } from "@/components/ui/card-form";
import { Field, Input } from "@/components/ui/field";
import { LifetimeField } from "@/components/ui/lifetime-field";
import { call } from "@/lib/api/client";
import type { ApiTokenCreated } from "@/lib/identity/auth/contract";
import { authApi } from "@/lib/identity/auth/operations";

type NewTokenProps = { onMade: (token: z.output<typeof ApiTokenCreated>) => void; autoFocus: boolean };

export function NewToken({ onMade, autoFocus }: NewTokenProps) {
  const t = useTranslations("settingsApiTokens");
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

  const lifetimes = [
    ...[30, 90].map((days) => ({ days, label: t("days", { days }) })),
    { days: 365, label: t("year") },
    { days: 0, label: t("noExpiry") },
  ];
  return (
    <CardForm sending={make} action={t("create")}>
      {(fault) => (
        <div className="grid gap-4 sm:grid-cols-[1fr_11rem]">
          <Field label={t("name")} error={fault} required>
            {(wiring) => (
              <Input
                {...wiring}
                value={name}
                onChange={(event) => setName(event.target.value)}
                placeholder={t("nameExample")}
                maxLength={100}
                autoComplete="off"
                autoFocus={autoFocus}
              />
            )}
          </Field>
          <LifetimeField lifetimes={lifetimes} days={days} onDays={setDays} />
        </div>
      )}
    </CardForm>
  );
}
