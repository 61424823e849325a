"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useSetting } from "@/components/chat/panel/use-setting";
import type { Chat } from "@/components/data/chats";
import {
  refreshSpending,
  type Spending as SpendingShape,
  spendingQuery,
} from "@/components/data/public-report";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { QueryBoundary } from "@/components/ui/read";
import { Section } from "@/components/ui/section";
import { numberFormat } from "@/lib/platform/words/translate";

const TOKENS = "PUBLIC_CHAT_MONTHLY_TOKENS";
const COST = "PUBLIC_CHAT_MONTHLY_COST";

type Spent = SpendingShape["today"];

export function Spending({ chat }: { chat: Chat }) {
  const t = useTranslations("spending");
  const spending = useQuery(spendingQuery(chat.uuid));
  return (
    <Section title={t("title")} help={t("help")} className="">
      <QueryBoundary query={spending} loading={t("loading")} className="mt-3 h-32 rounded-xl">
        {({ today, month, unpriced_tokens: unpriced }) => (
          <div className="mt-3 space-y-4">
            <Use name={t("today")} spent={today} />
            <Use name={t("thisMonth")} spent={month} />
            {unpriced > 0 && (
              <p className="text-sm text-muted">
                {t.rich("unpriced", {
                  tokens: unpriced,
                  link: (text) => (
                    <Link href="/settings/usage" className="underline underline-offset-2">
                      {text}
                    </Link>
                  ),
                })}
              </p>
            )}
          </div>
        )}
      </QueryBoundary>
      <CapForm chat={chat} />
    </Section>
  );
}

function Use({
  name,
  spent: { tokens, most_tokens, cost, most_cost, is_used_up },
}: {
  name: string;
  spent: Spent;
}) {
  const t = useTranslations("spending");
  const money = (value: number) => numberFormat(t.locale, { maximumFractionDigits: 2 }).format(value);
  return (
    <div>
      <h3 className="text-sm font-medium">{name}</h3>
      <Bar
        text={
          most_tokens === null
            ? t("tokens", { used: tokens })
            : t("tokensOf", { used: tokens, most: most_tokens })
        }
        used={tokens}
        most={most_tokens}
      />
      {(cost !== null || most_cost !== null) && (
        <Bar
          text={
            most_cost === null
              ? t("cost", { used: money(cost ?? 0) })
              : t("costOf", { used: money(cost ?? 0), most: money(most_cost) })
          }
          used={cost ?? 0}
          most={most_cost}
        />
      )}
      {is_used_up && <p className="mt-1 text-sm text-danger">{t("usedUp")}</p>}
    </div>
  );
}

// Share of a limit from which the bar shows a warning.
const WARNS_AT = 0.8;

function Bar({ text, used, most }: { text: string; used: number; most: number | null }) {
  const id = useId();
  const share = most === null ? 0 : Math.min(1, used / most);
  const look = share >= 1 ? "bg-danger" : share >= WARNS_AT ? "bg-warning" : "bg-accent";
  return (
    <div className="mt-1">
      <p id={id} className="text-sm text-muted tabular-nums">
        {text}
      </p>
      {most !== null && (
        <div
          role="progressbar"
          aria-labelledby={id}
          aria-valuenow={Math.round(share * 100)}
          className="mt-1 h-2 overflow-hidden rounded-full bg-sunken"
        >
          <div className={`h-full ${look}`} style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </div>
  );
}

function CapForm({ chat }: { chat: Chat }) {
  const t = useTranslations("spending");
  const problem = useProblem();
  const client = useQueryClient();
  const save = useSetting(chat, "extra");
  const [tokens, setTokens] = useState(formatLimit(chat.extra[TOKENS]));
  const [cost, setCost] = useState(formatLimit(chat.extra[COST]));
  async function onSubmit() {
    const next = { ...chat.extra };
    for (const [name, text] of [
      [TOKENS, tokens],
      [COST, cost],
    ] as const) {
      const value = Number(text.replace(",", "."));
      if (value > 0) next[name] = value;
      else delete next[name];
    }
    await save.mutateAsync(next).then(() => refreshSpending(client), Object);
  }
  return (
    <form
      className="mt-4 space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("monthlyTokens")} help={t("none")}>
          {(wiring) => (
            <Input
              {...wiring}
              inputMode="numeric"
              autoComplete="off"
              value={tokens}
              onChange={(event) => setTokens(event.target.value.replace(/\D/g, ""))}
            />
          )}
        </Field>
        <Field label={t("monthlyCost")} help={t("monthlyCostHelp")}>
          {(wiring) => (
            <Input
              {...wiring}
              inputMode="decimal"
              autoComplete="off"
              value={cost}
              onChange={(event) => setCost(event.target.value.replace(/[^\d.,]/g, ""))}
            />
          )}
        </Field>
      </div>
      <Button type="submit" busy={save.isPending}>
        {t("save")}
      </Button>
      <p role="status" className="text-muted">
        {save.isSuccess && !save.isPending ? t("saved") : ""}
      </p>
      {save.error && (
        <p role="alert" className="text-danger">
          {problem(save.error)}
        </p>
      )}
    </form>
  );
}

const formatLimit = (value: unknown) => (Number(value) > 0 ? String(value) : "");
