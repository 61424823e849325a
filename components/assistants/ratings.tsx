"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { assistantRatingsQuery } from "@/components/data/ratings";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Select } from "@/components/ui/field";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { numberFormat } from "@/lib/platform/words/translate";

const PERIODS = [7, 30, 90, 365];

export function Ratings({ assistantId }: { assistantId: number }) {
  const t = useTranslations("ratings");
  const problem = useProblem();
  const moments = useMoments();
  const [days, setDays] = useState(30);
  const { data, error, refetch } = useQuery(assistantRatingsQuery(assistantId, days));
  const number = numberFormat(t.locale);
  return (
    <div className="max-w-2xl space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{t("reportHelp")}</p>
        <Select
          aria-label={t("period")}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
          className="w-auto"
        >
          {PERIODS.map((count) => (
            <option key={count} value={count}>
              {t("lastDays", { count })}
            </option>
          ))}
        </Select>
      </div>
      {error && <ErrorState what={t("failed")} reason={problem(error)} retry={() => void refetch()} />}
      {!error && !data && <Loading label={t("loading")} className="h-40 rounded-xl" />}
      {data && data.good_count + data.bad_count === 0 && (
        <EmptyState title={t("none")}>{t("noneHelp")}</EmptyState>
      )}
      {data && data.good_count + data.bad_count > 0 && (
        <>
          <dl className="grid grid-cols-2 gap-3">
            {(["good", "bad"] as const).map((which) => (
              <div key={which} className="rounded-xl border bg-surface px-4 py-3">
                <dt className="text-sm text-muted">{t(which)}</dt>
                <dd className="text-title tabular-nums">{number.format(data[`${which}_count`])}</dd>
              </div>
            ))}
          </dl>
          {data.reasons.length > 0 && (
            <section aria-label={t("reasons")}>
              <h2 className="mb-2 font-semibold">{t("reasons")}</h2>
              <ul className="divide-y rounded-xl border bg-surface text-sm">
                {data.reasons.map(({ reason, count }) => (
                  <li key={reason} className="flex justify-between gap-3 px-4 py-2.5">
                    <span>{t(reason ? `reason_${reason}` : "noReason")}</span>
                    <span className="tabular-nums">{number.format(count)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {data.comments.length > 0 && (
            <section aria-label={t("comments")}>
              <h2 className="mb-2 font-semibold">{t("comments")}</h2>
              <ul className="divide-y rounded-xl border bg-surface text-sm">
                {data.comments.map(({ is_good, reason, comment, created_at }, at) => (
                  <li key={at} className="space-y-1 px-4 py-3">
                    <p className="wrap-anywhere whitespace-pre-line">{comment}</p>
                    <p className="text-muted">
                      {t(is_good ? "good" : "bad")}
                      {reason && ` · ${t(`reason_${reason}`)}`} · {moments.fullTime(created_at)}
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </div>
  );
}
