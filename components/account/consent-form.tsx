"use client";

import Check from "lucide-react/icons/check";
import { useState } from "react";
import type { z } from "zod";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Options, Select } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { call } from "@/lib/api/client";
import type { AuthorizationRequest } from "@/lib/identity/oauth/contract";
import { oauthApi } from "@/lib/identity/oauth/operations";
import { AccountTitle } from "./account-title";

type ConsentFormProps = {
  asked: z.output<typeof AuthorizationRequest>;
  program: string;
  host: string;
  email: string;
  groups: { id: string; name: string }[];
  group: string;
};

export function ConsentForm({ asked, program, host, email, groups, group }: ConsentFormProps) {
  const t = useTranslations("consent");
  const getProblem = useProblem();
  const [groupId, setGroupId] = useState(group);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"allow" | "refuse">();
  const name = groups.find(({ id }) => id === groupId)?.name ?? "";

  async function decide(decision: "allow" | "refuse") {
    setBusy(decision);
    setProblem(undefined);
    try {
      const body = { ...asked, decision, group_id: groupId };
      const { redirect_to } = await call(oauthApi.decideAuthorization, { body });
      window.location.assign(redirect_to);
      // This page stays open when the redirect opens a native app.
      setOver(true);
    } catch (error) {
      setProblem(getProblem(error as Error));
    } finally {
      setBusy(undefined);
    }
  }

  if (isOver)
    return (
      <p role="status" className="wrap-anywhere">
        {t("goneBack", { program })}
      </p>
    );
  return (
    <>
      <AccountTitle>
        {t.rich("question", { program, name: (text) => <span className="wrap-anywhere">{text}</span> })}
      </AccountTitle>
      <p className="mt-1 text-sm text-muted wrap-anywhere">{t("signedInAs", { email })}</p>
      <FormProblem message={problem} />
      {groups.length > 1 && (
        <Field label={t("group")} className="mt-4">
          {(wiring) => (
            <Select {...wiring} value={groupId} onChange={({ target }) => setGroupId(target.value)}>
              <Options of={groups} />
            </Select>
          )}
        </Field>
      )}
      <p className="mt-4 text-sm font-medium wrap-anywhere">{t("can", { group: name })}</p>
      <ul className="mt-2 space-y-2 text-sm">
        {(["canRead", "canAsk", "canWrite"] as const).map((right) => (
          <li key={right} className="flex gap-2.5">
            <Check className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden />
            {t(right)}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted wrap-anywhere">{t("beware", { host })}</p>
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button busy={busy === "refuse"} onClick={() => void decide("refuse")}>
          {t("cancel")}
        </Button>
        <Button variant="primary" busy={busy === "allow"} onClick={() => void decide("allow")}>
          {t("allow")}
        </Button>
      </div>
    </>
  );
}
