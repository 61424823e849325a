"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import type { GroupRole } from "@/components/data/groups";
import { useUpdateMe } from "@/components/data/use-update-me";
import { meQuery } from "@/components/data/users";
import { useTranslations } from "@/components/i18n/words";
import { CardForm } from "@/components/ui/card-form";
import { Field, Input, Select, SwitchField } from "@/components/ui/field";
import { QueryBoundary } from "@/components/ui/read";
import { FactList, PageSection, Section } from "@/components/ui/section";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import type { Me } from "@/lib/identity/users/contract";
import { usersApi } from "@/lib/identity/users/operations";
import type { SendKey } from "@/lib/identity/users/settings";
import { Language } from "./language";
import { MentionName } from "./mention-name";
import { OwnData } from "./own-data";
import { Password } from "./password";

type ProfileProps = { group: { name: string; role: GroupRole }; canUsePassword: boolean };

export function Profile({ group, canUsePassword }: ProfileProps) {
  const t = useTranslations("settingsProfile");
  const title = useTranslations("settings")("profile");
  const read = useQuery(meQuery);
  return (
    <PageSection title={title} lead={t("lead")}>
      <QueryBoundary query={read} loading={t("loading")} className="h-32">
        {(me) => (
          <div className="space-y-10">
            <div className="space-y-4">
              <Name me={me} />
              <MentionName me={me} group={group.name} />
              <Facts me={me} group={group} />
            </div>
            <Section title={t("readingAndWriting")} className="space-y-4">
              <Language me={me} />
              <SendKeyChoice me={me} />
              <QueuesMessages me={me} />
              <SuggestsFollowUps me={me} />
            </Section>
            {canUsePassword && (
              <Section title={t("password")} className="space-y-3">
                <Password me={me} />
              </Section>
            )}
            <OwnData me={me} />
          </div>
        )}
      </QueryBoundary>
    </PageSection>
  );
}

function Name({ me }: { me: z.output<typeof Me> }) {
  const t = useTranslations("settingsProfile");
  const client = useQueryClient();
  const router = useRouter();
  const say = useToast();
  const [name, setName] = useState(me.full_name);
  const saving = useMutation({
    mutationFn: () => call(usersApi.updateMe, { body: { full_name: name } }),
    onSuccess: (changed) => {
      client.setQueryData(meQuery.queryKey, changed);
      setName(changed.full_name);
      say(t("nameSaved"));
      // Updates the sidebar.
      router.refresh();
    },
  });
  return (
    <CardForm sending={saving} action={t("saveName")}>
      {(fault) => (
        <Field label={t("name")} error={fault} required>
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
      )}
    </CardForm>
  );
}

function SendKeyChoice({ me }: { me: z.output<typeof Me> }) {
  const t = useTranslations("settingsProfile");
  const saving = useUpdateMe();
  return (
    <Field label={t("sendKey")} help={t("sendKeyHelp")}>
      {(wiring) => (
        <Select
          {...wiring}
          value={(saving.isPending && saving.variables.send_key) || me.send_key}
          onChange={(event) => saving.mutate({ send_key: event.target.value as SendKey })}
        >
          <option value="enter">{t("sendKeyEnter")}</option>
          <option value="mod+enter">{t("sendKeyCtrlEnter")}</option>
        </Select>
      )}
    </Field>
  );
}

function QueuesMessages({ me }: { me: z.output<typeof Me> }) {
  const t = useTranslations("settingsProfile");
  const saving = useUpdateMe();
  return (
    <SwitchField
      label={t("queueMessages")}
      help={t("queueMessagesHelp")}
      value={(saving.isPending ? saving.variables : me).queues_messages === true}
      onChange={(queues_messages) => saving.mutate({ queues_messages })}
    />
  );
}

function SuggestsFollowUps({ me }: { me: z.output<typeof Me> }) {
  const t = useTranslations("settingsProfile");
  const saving = useUpdateMe();
  return (
    <SwitchField
      label={t("followUps")}
      help={t("followUpsHelp")}
      value={(saving.isPending ? saving.variables : me).suggests_follow_ups === true}
      onChange={(suggests_follow_ups) => saving.mutate({ suggests_follow_ups })}
    />
  );
}

function Facts({ me, group }: Pick<ProfileProps, "group"> & { me: z.output<typeof Me> }) {
  const t = useTranslations("settingsProfile");
  const rows = [
    [t("email"), me.email],
    [t("group"), group.name],
    [t("role"), t(group.role)],
  ] as const;
  return (
    <FactList>
      {rows.map(([label, value]) => (
        <div key={label} className="px-4 py-3 sm:grid sm:grid-cols-[10rem_1fr]">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </FactList>
  );
}
