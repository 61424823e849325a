"use client";

import type { Figures } from "@/components/data/public-report";
import { useTranslations } from "@/components/i18n/words";
import { formatCount, formatDuration, formatMean, formatShare } from "./wording";

export function Totals({ total }: { total: Figures }) {
  const t = useTranslations("report");
  const { conversations } = total;
  const part = (value: number) =>
    `${formatCount(t.locale, value)} (${formatShare(t.locale, value / conversations)})`;
  const time = (seconds: number | null) => (seconds === null ? "–" : formatDuration(t.locale, seconds));
  const figures = [
    [t("conversations"), formatCount(t.locale, conversations)],
    [t("byAssistant"), part(total.by_assistant)],
    [t("handedOver"), part(total.handed_over)],
    [t("unanswered"), part(total.unanswered)],
    [
      t("meanRating"),
      total.mean_rating === null ? "–" : t("ofFive", { rating: formatMean(t.locale, total.mean_rating) }),
    ],
    [t("ratings"), formatCount(t.locale, total.rated)],
    [t("goodReplies"), formatCount(t.locale, total.good_replies)],
    [t("badReplies"), formatCount(t.locale, total.bad_replies)],
    [t("assistantMedian"), time(total.assistant.median_seconds)],
    [t("assistantP90"), time(total.assistant.p90_seconds)],
    [t("teamMedian"), time(total.team.median_seconds)],
    [t("teamP90"), time(total.team.p90_seconds)],
  ];
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-lg font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
