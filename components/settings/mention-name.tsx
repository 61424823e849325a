"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { meQuery } from "@/components/data/users";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { ApiError, call } from "@/lib/api/client";
import { type Me, usersApi } from "@/lib/identity/users/contract";

type Props = { me: z.output<typeof Me>; group: string };

/** What others of the group mention one by. */
export function MentionName({ me, group }: Props) {
  const client = useQueryClient();
  const say = useToast();
  const [text, setText] = useState(me.mention_name ?? "");
  const saving = useMutation({
    mutationFn: (name: string) => call(usersApi.updateMe, { body: { mention_name: name || null } }),
    onSuccess: (changed) => {
      client.setQueryData(meQuery.queryKey, changed);
      setText(changed.mention_name ?? "");
      say("Your mention name is saved.");
    },
  });
  const { error } = saving;
  const fault = (error instanceof ApiError && error.faults[0]?.msg) || error?.message;
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!saving.isPending) saving.mutate(text.trim().replace(/^@/, ""));
  }
  return (
    <form onSubmit={onSubmit} className="space-y-4 rounded-xl border bg-surface p-4">
      <Field
        label="Mention name"
        help={`Others in ${group} write it as @name. Small letters, digits, - and _. While it is empty, your name stands in for it, as in @ada-example.`}
        error={fault}
      >
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
        Save mention name
      </Button>
    </form>
  );
}
