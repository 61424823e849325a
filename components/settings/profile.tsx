"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { roleNames } from "@/components/data/roles";
import { meQuery } from "@/components/data/users";
import { CardForm } from "@/components/ui/card-form";
import { Field, Input, SwitchField } from "@/components/ui/field";
import { Read } from "@/components/ui/read";
import { FactList, PageSection, Section } from "@/components/ui/section";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { type Me, usersApi } from "@/lib/identity/users/contract";
import { MentionName } from "./mention-name";
import { OwnData } from "./own-data";
import { Password } from "./password";

type Props = { group: { name: string; role: keyof typeof roleNames } };

/** Who one is here: the name, the password, one's data, and the way out. */
export function Profile({ group }: Props) {
  const read = useQuery(meQuery);
  return (
    <PageSection title="Profile" lead="What others in your group see of you, and what only you can do.">
      <Read query={read} loading="Loading your profile" className="h-32">
        {(me) => (
          <div className="space-y-10">
            <div className="space-y-4">
              <Name me={me} />
              <MentionName me={me} group={group.name} />
              <Facts me={me} group={group} />
            </div>
            <Section title="Writing" className="space-y-3">
              <QueuesMessages me={me} />
            </Section>
            <Section title="Password" className="space-y-3">
              <Password me={me} />
            </Section>
            <OwnData me={me} />
          </div>
        )}
      </Read>
    </PageSection>
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
  return (
    <CardForm sending={saving} action="Save name">
      {(fault) => (
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
      )}
    </CardForm>
  );
}

function QueuesMessages({ me }: { me: z.output<typeof Me> }) {
  const client = useQueryClient();
  const router = useRouter();
  const say = useToast();
  const saving = useMutation({
    mutationFn: (queues_messages: boolean) => call(usersApi.updateMe, { body: { queues_messages } }),
    onSuccess: (changed) => {
      client.setQueryData(meQuery.queryKey, changed);
      // Chats go by what the page was rendered with.
      router.refresh();
    },
    onError: say,
  });
  return (
    <SwitchField
      label="Queue messages while a reply is written"
      help="Your next message waits above the composer and is sent when the reply ends. Off: it is sent at once. Chats with other people never wait."
      value={saving.isPending ? saving.variables : me.queues_messages}
      onChange={(on) => saving.mutate(on)}
    />
  );
}

function Facts({ me, group }: Props & { me: z.output<typeof Me> }) {
  const rows = [
    ["E-mail address", me.email],
    ["Group", group.name],
    ["Your role", roleNames[group.role]],
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
