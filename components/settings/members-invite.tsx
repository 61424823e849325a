"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshInvitations } from "@/components/data/groups";
import { useTranslations } from "@/components/i18n/words";
import { CardForm } from "@/components/ui/card-form";
import { Field, Input, Select } from "@/components/ui/field";
import { LifetimeField } from "@/components/ui/lifetime-field";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { groupsApi } from "@/lib/identity/groups/operations";

const LIFETIMES = [1, 7, 30];

type InviteProps = { groupId: string; onLink: (link: string) => void; autoFocus: boolean };

export function Invite({ groupId, onLink, autoFocus }: InviteProps) {
  const t = useTranslations("settingsMembers");
  const client = useQueryClient();
  const say = useToast();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<"member" | "admin">("member");
  const [days, setDays] = useState(7);
  const invite = useMutation({
    mutationFn: () =>
      call(groupsApi.createInvitation, {
        params: { id: groupId },
        body: { email: email.trim() || null, role, expires_in_days: days },
      }),
    onSuccess: async (made) => {
      if (made.link) onLink(made.link);
      else say(t("sent", { email: made.email! }));
      setEmail("");
      await refreshInvitations(client, groupId);
    },
  });

  return (
    <CardForm sending={invite} action={t(email.trim() ? "sendInvitation" : "createLink")} noValidate>
      {(fault) => (
        <>
          <Field label={t("email")} help={t("emailHelp")} error={fault}>
            {(wiring) => (
              <Input
                {...wiring}
                type="email"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                placeholder="name@example.com"
                maxLength={320}
                autoComplete="off"
                autoFocus={autoFocus}
              />
            )}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t("role")}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={role}
                  onChange={(event) => setRole(event.target.value as "member" | "admin")}
                >
                  <option value="member">{t("member")}</option>
                  <option value="admin">{t("admin")}</option>
                </Select>
              )}
            </Field>
            <LifetimeField
              lifetimes={LIFETIMES.map((days) => ({ days, label: t("days", { days }) }))}
              days={days}
              onDays={setDays}
            />
          </div>
        </>
      )}
    </CardForm>
  );
}
