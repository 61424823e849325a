"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { meQuery } from "@/components/data/users";
import { useFault, useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { ApiError, call } from "@/lib/api/client";
import type { Me } from "@/lib/identity/users/contract";
import { usersApi } from "@/lib/identity/users/operations";

type MentionNameProps = { me: z.output<typeof Me>; group: string };

export function MentionName({ me, group }: MentionNameProps) {
  const t = useTranslations("settingsProfile");
  const problem = useProblem();
  const client = useQueryClient();
  const say = useToast();
  const [text, setText] = useState(me.mention_name ?? "");
  const saving = useMutation({
    mutationFn: (name: string) => call(usersApi.updateMe, { body: { mention_name: name || null } }),
    onSuccess: (changed) => {
      client.setQueryData(meQuery.queryKey, changed);
      setText(changed.mention_name ?? "");
      say(t("mentionNameSaved"));
    },
  });
  const getFault = useFault();
  const { error } = saving;
  const fault = (error instanceof ApiError && getFault(error.faults)) || (error ? problem(error) : undefined);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!saving.isPending) saving.mutate(text.trim().replace(/^@/, ""));
  }
  return (
    <form onSubmit={onSubmit} className="space-y-4 rounded-xl border bg-surface p-4">
      <Field label={t("mentionName")} help={t("mentionNameHelp", { group })} error={fault}>
        {(wiring) => (
          <Input
            {...wiring}
            value={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={65}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" busy={saving.isPending}>
        {t("saveMentionName")}
      </Button>
    </form>
  );
}
