"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { refreshUsageLimit, usageLimitQuery } from "@/components/data/usage";
import { TokensForm } from "@/components/installation/tokens-form";
import { Unread } from "@/components/ui/read";
import { Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { groupsApi } from "@/lib/identity/groups/contract";
import type { UsageLimit } from "@/lib/ops/usage/contract";
import { count } from "./wording";

type LimitState = z.output<typeof UsageLimit>;

/** How much of its monthly tokens the group has used, and for owners how many these are. */
export function Limit({ groupId, mayChange }: { groupId: string; mayChange: boolean }) {
  const { data: limit, error, refetch } = useQuery(usageLimitQuery);
  if (error) return <Unread error={error} retry={() => void refetch()} />;
  if (!limit) return <Loading label="Reading the limit" className="h-24 rounded-xl" />;
  return (
    <section aria-label="Monthly limit" className="rounded-xl border bg-surface p-4">
      <Spent limit={limit} />
      {mayChange && <LimitForm key={limit.monthly_tokens} groupId={groupId} before={limit.monthly_tokens} />}
    </section>
  );
}

const bars = { ok: "bg-accent", warning: "bg-warning", used_up: "bg-danger" };

function Spent({ limit: { monthly_tokens: most, used_tokens: used, state } }: { limit: LimitState }) {
  if (most === null)
    return <p className="text-sm">{count(used)} tokens this month. The group has no limit.</p>;
  const share = Math.min(100, Math.round((used / most) * 100));
  return (
    <>
      <p id="spent" className="text-sm">
        {count(used)} of {count(most)} tokens used this month ({share} %).
      </p>
      <div
        role="progressbar"
        aria-labelledby="spent"
        aria-valuenow={share}
        className="mt-2 h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className={`h-full ${bars[state]}`} style={{ width: `${share}%` }} />
      </div>
      {state === "used_up" && (
        <p className="mt-2 text-sm text-danger">
          Language models do not reply until the month is over or the limit is raised.
        </p>
      )}
    </>
  );
}

function LimitForm({ groupId, before }: { groupId: string; before: number | null }) {
  const client = useQueryClient();
  const say = useToast();
  const save = async (monthly_tokens: number | null) => {
    const { monthly_tokens: tokens } = await call(groupsApi.updateGroup, {
      params: { id: groupId },
      body: { monthly_tokens },
    });
    await refreshUsageLimit(client);
    say(tokens === null ? "The limit was taken away." : "The limit was saved.");
  };
  return (
    <div className="mt-4">
      <TokensForm
        label="Tokens a month"
        help="Empty: no limit. When they are used up, replies say so and no model is asked."
        before={before}
        placeholder="No limit"
        save={save}
      />
    </div>
  );
}
