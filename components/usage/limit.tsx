"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { refreshUsageLimit, usageLimitQuery } from "@/components/data/usage";
import { TokensForm } from "@/components/installation/tokens-form";
import { Unread } from "@/components/ui/read";
import { Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
import { call } from "@/lib/api/client";
import { groupsApi } from "@/lib/identity/groups/contract";
import type { UsageLimit } from "@/lib/ops/usage/contract";
import { UsedBar } from "./used-bar";

type LimitState = z.output<typeof UsageLimit>;

/** How much of its monthly tokens the group has used, and for owners how many these are. */
export function Limit({ groupId, mayChange }: { groupId: string; mayChange: boolean }) {
  const t = useWords("usage");
  const { data: limit, error, refetch } = useQuery(usageLimitQuery);
  if (error) return <Unread error={error} retry={() => void refetch()} />;
  if (!limit) return <Loading label={t("loadingLimit")} className="h-24 rounded-xl" />;
  return (
    <section aria-label={t("monthlyLimit")} className="rounded-xl border bg-surface p-4">
      <Spent limit={limit} />
      {mayChange && <LimitForm key={limit.monthly_tokens} groupId={groupId} before={limit.monthly_tokens} />}
    </section>
  );
}

function Spent({ limit: { monthly_tokens: most, used_tokens: used, state } }: { limit: LimitState }) {
  const t = useWords("usage");
  if (most === null) return <p className="text-sm">{t("spentWithoutLimit", { used })}</p>;
  const share = Math.min(100, Math.round((used / most) * 100));
  return (
    <>
      <p id="spent" className="text-sm">
        {t("spent", { used, most, share: share / 100 })}
      </p>
      <UsedBar labelledBy="spent" share={share} state={state} />
      {state === "used_up" && <p className="mt-2 text-sm text-danger">{t("usedUp")}</p>}
    </>
  );
}

function LimitForm({ groupId, before }: { groupId: string; before: number | null }) {
  const t = useWords("usage");
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
