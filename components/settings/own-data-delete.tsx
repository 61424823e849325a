"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { z } from "zod";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { ApiError, call } from "@/lib/api/client";
import type { Me } from "@/lib/identity/users/contract";
import { usersApi } from "@/lib/identity/users/operations";
import type { Key } from "@/lib/platform/words/screens";

const reasons: Record<number, Key<"settingsProfile">> = { 400: "wrongPassword", 403: "signInAgain" };

export function DeleteAccount({ me }: { me: z.output<typeof Me> }) {
  const t = useTranslations("settingsProfile");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="text-danger" onClick={() => setOpen(true)}>
        {t("deleteAccount")}
      </Button>
      {isOpen && <Confirmation me={me} onClose={() => setOpen(false)} />}
    </>
  );
}

function Confirmation({ me, onClose }: { me: z.output<typeof Me>; onClose: () => void }) {
  const t = useTranslations("settingsProfile");
  const problem = useProblem();
  const form = useId();
  const [password, setPassword] = useState("");
  const deleting = useMutation({
    mutationFn: () => call(usersApi.deleteMe, { body: me.has_password ? { password } : {} }),
    // A full page load, so that nothing of the user stays in memory.
    onSuccess: () => window.location.assign("/logout"),
  });
  const { error } = deleting;
  const reason = error instanceof ApiError ? reasons[error.status] : undefined;
  const failure = reason ? t(reason) : error ? problem(error) : undefined;
  const isBusy = deleting.isPending || deleting.isSuccess;
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) deleting.mutate();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("deleteTitle")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" form={form} variant="danger" busy={isBusy}>
            {t("deleteAccount")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="space-y-4 p-1">
        <p>{t("deleteQuestion", { email: me.email })}</p>
        {me.has_password && (
          <Field label={t("yourPassword")} error={failure} required>
            {(wiring) => (
              <PasswordInput
                {...wiring}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                maxLength={200}
                autoComplete="current-password"
              />
            )}
          </Field>
        )}
        {!me.has_password && failure && (
          <p role="alert" className="text-danger">
            {failure}
          </p>
        )}
      </form>
    </Dialog>
  );
}
