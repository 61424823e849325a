"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { FormProblem } from "@/components/account/form-problem";
import { meQuery } from "@/components/data/users";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { ApiError, call } from "@/lib/api/client";
import { type Me, usersApi } from "@/lib/identity/users/contract";
import { MentionName } from "./mention-name";
import { OwnData } from "./own-data";
import { Password } from "./password";
import { Part } from "./profile-part";
import { SettingsSection, Unread } from "./settings-section";

const roles = { owner: "Owner", admin: "Admin", member: "Member" };

type Props = { group: { name: string; role: keyof typeof roles } };

/** Who one is here: the name, the password, one's data, and the way out. */
export function Profile({ group }: Props) {
  const { data: me, error, refetch } = useQuery(meQuery);
  return (
    <SettingsSection title="Profile" lead="What others in your group see of you, and what only you can do.">
      {error && <Unread error={error} retry={() => void refetch()} />}
      {!me && !error && <Loading />}
      {me && (
        <div className="space-y-10">
          <div className="space-y-4">
            <Name me={me} />
            <MentionName me={me} group={group.name} />
            <Facts me={me} group={group} />
          </div>
          <Part title="Password">
            <Password me={me} />
          </Part>
          <OwnData me={me} />
        </div>
      )}
    </SettingsSection>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading your profile</span>
      <Skeleton className="h-32" />
    </div>
  );
}

function Name({ me }: { me: z.output<typeof Me> }) {
  const client = useQueryClient();
  const router = useRouter();
  const say = useToast();
  const [name, setName] = useState(me.full_name);
  const saving = useMutation({
    mutationFn: () => call(usersApi.updateMe, { body: { full_name: name } }),
    onSuccess: (changed) => {
      client.setQueryData(meQuery.queryKey, changed);
      setName(changed.full_name);
      say("Your name is saved.");
      // The sidebar shows it too.
      router.refresh();
    },
  });
  const { error } = saving;
  const fault = error instanceof ApiError ? error.faults[0]?.msg : undefined;
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  }
  return (
    <form onSubmit={onSubmit} className="space-y-4 rounded-xl border bg-surface p-4">
      {error && !fault && <FormProblem message={error.message} />}
      <Field label="Your name" error={fault} required>
        {(wiring) => (
          <Input
            {...wiring}
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={200}
            autoComplete="name"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={saving.isPending}>
        Save name
      </Button>
    </form>
  );
}

function Facts({ me, group }: Props & { me: z.output<typeof Me> }) {
  const rows = [
    ["E-mail address", me.email],
    ["Group", group.name],
    ["Your role", roles[group.role]],
  ] as const;
  return (
    <dl className="divide-y divide-line rounded-xl border bg-surface">
      {rows.map(([label, value]) => (
        <div key={label} className="px-4 py-3 sm:grid sm:grid-cols-[10rem_1fr]">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
