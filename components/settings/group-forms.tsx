"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { groupQuery } from "@/components/data/groups";
import { switchGroup } from "@/components/data/switch-group";
import { useTranslations } from "@/components/i18n/words";
import { CardForm } from "@/components/ui/card-form";
import { Field, Input, Select } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import type { Group } from "@/lib/identity/groups/contract";
import { groupsApi, MEMBERS_CREATE, type MembersCreate } from "@/lib/identity/groups/operations";

function NameForm({
  label,
  action,
  initial = "",
  save,
}: {
  label: string;
  action: string;
  initial?: string;
  save: (name: string) => Promise<unknown>;
}) {
  const [name, setName] = useState(initial);
  const saving = useMutation({ mutationFn: () => save(name) });
  return (
    <CardForm sending={saving} action={action} variant={initial ? "primary" : "secondary"}>
      {(fault) => (
        <Field label={label} error={fault} required>
          {(wiring) => (
            <Input
              {...wiring}
              value={name}
              onChange={(event) => setName(event.target.value)}
              maxLength={100}
              autoComplete="off"
            />
          )}
        </Field>
      )}
    </CardForm>
  );
}

export function RenameGroup({ group }: { group: z.output<typeof Group> }) {
  const t = useTranslations("settingsGroup");
  const client = useQueryClient();
  const router = useRouter();
  const say = useToast();
  const params = { id: group.id };
  async function rename(name: string) {
    const renamed = await call(groupsApi.updateGroup, { params, body: { name } });
    client.setQueryData(groupQuery(group.id).queryKey, renamed);
    say(t("saved"));
    // Updates the sidebar.
    router.refresh();
  }
  return <NameForm label={t("name")} action={t("save")} initial={group.name} save={rename} />;
}

type MembersField = "members_create" | "members_add_documents";
const WORDS = { members_create: "membersCreate", members_add_documents: "membersAddDocuments" } as const;

export function MembersField({ group, field }: { group: z.output<typeof Group>; field: MembersField }) {
  const t = useTranslations("settingsGroup");
  const client = useQueryClient();
  const say = useToast();
  const saving = useMutation({
    mutationFn: (right: MembersCreate) =>
      call(groupsApi.updateGroup, { params: { id: group.id }, body: { [field]: right } }),
    onSuccess: (changed) => {
      client.setQueryData(groupQuery(group.id).queryKey, changed);
      say(t("membersCreateSaved"));
    },
    onError: say,
  });
  const name = WORDS[field];
  return (
    <Field label={t(name)} help={t(`${name}Help`)}>
      {(wiring) => (
        <Select
          {...wiring}
          value={saving.isPending ? saving.variables : group[field]}
          onChange={({ target }) => saving.mutate(target.value as MembersCreate)}
        >
          {MEMBERS_CREATE.toReversed().map((value) => (
            <option key={value} value={value}>
              {t(`${name}_${value}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export function NewGroup() {
  const t = useTranslations("settingsGroup");
  async function make(name: string) {
    const made = await call(groupsApi.createGroup, { body: { name } });
    await switchGroup(made.id);
  }
  return <NameForm label={t("newGroupName")} action={t("createAndOpen")} save={make} />;
}
