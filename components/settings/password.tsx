"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { refreshSessions } from "@/components/data/users";
import { useFault, useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { PasswordInput } from "@/components/ui/password-input";
import { useToast } from "@/components/ui/toast";
import { ApiError, call } from "@/lib/api/client";
import { authApi } from "@/lib/identity/auth/operations";
import type { Me } from "@/lib/identity/users/contract";

const NOTHING = { current_password: "", new_password: "" };

export function Password({ me }: { me: z.output<typeof Me> }) {
  const t = useTranslations("settingsProfile");
  const problem = useProblem();
  const getSentence = useFault();
  const client = useQueryClient();
  const say = useToast();
  const [given, setGiven] = useState(NOTHING);
  const changing = useMutation({
    mutationFn: () => call(authApi.changePassword, { body: given }),
    onSuccess: async () => {
      setGiven(NOTHING);
      say(t("passwordChanged"));
      await refreshSessions(client);
    },
  });
  if (!me.has_password) {
    return <p className="text-sm text-muted">{t("noPassword")}</p>;
  }
  const error = changing.error instanceof ApiError ? changing.error : null;
  const getFault = (field: keyof typeof NOTHING) => getSentence(error?.faults, field);
  // A 400 means a wrong current password.
  const wrong = error?.status === 400 ? t("wrongCurrentPassword") : undefined;
  const isElsewhere = changing.error && !wrong && !error?.faults.length;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!changing.isPending) changing.mutate();
  }
  const field = (name: keyof typeof NOTHING) => ({
    value: given[name],
    onChange: (event: { target: { value: string } }) => setGiven({ ...given, [name]: event.target.value }),
    maxLength: 200,
  });

  return (
    <form onSubmit={onSubmit} className="space-y-4 rounded-xl border bg-surface p-4">
      {isElsewhere && <FormProblem message={problem(changing.error)} />}
      {/* Lets password managers match the account. */}
      <input type="text" autoComplete="username" value={me.email} readOnly hidden />
      <Field label={t("currentPassword")} error={wrong ?? getFault("current_password")} required>
        {(wiring) => (
          <PasswordInput
            {...wiring}
            {...field("current_password")}
            labels={{ show: t("showCurrentPassword"), hide: t("hideCurrentPassword") }}
            autoComplete="current-password"
          />
        )}
      </Field>
      <Field label={t("newPassword")} help={t("newPasswordHelp")} error={getFault("new_password")} required>
        {(wiring) => (
          <PasswordInput
            {...wiring}
            {...field("new_password")}
            labels={{ show: t("showNewPassword"), hide: t("hideNewPassword") }}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Button type="submit" busy={changing.isPending}>
        {t("changePassword")}
      </Button>
    </form>
  );
}
