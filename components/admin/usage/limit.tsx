"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshUsageLimit, usageLimitQuery } from "@/components/data/usage";
import { useTranslations } from "@/components/i18n/words";
import { LoadError } from "@/components/ui/read";
import { Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { groupsApi } from "@/lib/identity/groups/operations";
import { WARNS_AT } from "./notice";
import { TokensForm } from "./tokens-form";
import { UsedBar } from "./used-bar";

export function Limit({ groupId, canChange }: { groupId: string; canChange: boolean }) {
  const t = useTranslations("usage");
  const { data: limit, error, refetch } = useQuery(usageLimitQuery);
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  if (!limit) return <Loading label={t("loadingLimit")} className="h-24 rounded-xl" />;
  return (
    <section aria-label={t("monthlyLimit")} className="rounded-xl border bg-surface p-4">
      <h2 className="text-sm font-medium">{t("allModels")}</h2>
      <Spent id="spent" most={limit.monthly_tokens} used={limit.used_tokens} />
      {canChange && <LimitForm key={limit.monthly_tokens} groupId={groupId} before={limit.monthly_tokens} />}
      {limit.operator_monthly_tokens !== null && (
        <div className="mt-4 border-t pt-4">
          <h2 className="text-sm font-medium">{t("providedModels")}</h2>
          <Spent id="provided" most={limit.operator_monthly_tokens} used={limit.operator_used_tokens} />
          <p className="mt-2 text-sm text-muted">{t("providedHelp")}</p>
        </div>
      )}
    </section>
  );
}

function Spent({ id, most, used }: { id: string; most: number | null; used: number }) {
  const t = useTranslations("usage");
  if (most === null) return <p className="mt-1 text-sm">{t("spentWithoutLimit", { used })}</p>;
  const share = Math.min(100, Math.round((used / most) * 100));
  const state = used >= most ? "used_up" : used >= most * WARNS_AT ? "warning" : "ok";
  return (
    <>
      <p id={id} className="mt-1 text-sm">
        {t("spent", { used, most, share: share / 100 })}
      </p>
      <UsedBar labelledBy={id} share={share} state={state} />
      {state === "used_up" && <p className="mt-2 text-sm text-danger">{t("usedUp")}</p>}
    </>
  );
}

function LimitForm({ groupId, before }: { groupId: string; before: number | null }) {
  const t = useTranslations("usage");
  const client = useQueryClient();
  const say = useToast();
  const save = async (monthly_tokens: number | null) => {
    const { monthly_tokens: tokens } = await call(groupsApi.updateGroup, {
      params: { id: groupId },
      body: { monthly_tokens },
    });
    await refreshUsageLimit(client);
    say(t(tokens === null ? "limitRemoved" : "limitSaved"));
  };
  return (
    <div className="mt-4">
      <TokensForm
        label={t("limit")}
        help={t("limitHelp")}
        before={before}
        placeholder={t("noLimit")}
        save={save}
      />
    </div>
  );
}
