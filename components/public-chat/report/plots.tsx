"use client";

import type { Figures, PublicReportData } from "@/components/data/public-report";
import { useTranslations } from "@/components/i18n/words";
import { Figure, type FigureColumn } from "./figure";
import { formatCount, formatDay, formatDuration, formatMean } from "./wording";

const STEPS = [1, 2, 3, 4, 5] as const;

export function Plots({ report: { by, from, to, rows: found, total } }: { report: PublicReportData }) {
  const t = useTranslations("report");
  const rows = found.map((row) => ({ key: row.key, name: formatDay(t.locale, row.key), row }));
  const shared = { nameHead: t(by === "day" ? "day" : "weekFrom"), rows };
  const file = (name: string) => `${name}-${from}-${to}`;
  const number = (value: number) => formatCount(t.locale, value);
  const time = (seconds: number) => formatDuration(t.locale, seconds);
  const average = (rating: number) => formatMean(t.locale, rating);

  const conversations: FigureColumn<Figures>[] = [
    { head: t("byAssistant"), value: (row) => row.by_assistant, show: number, fill: "fill-accent" },
    { head: t("handedOver"), value: (row) => row.handed_over, show: number, fill: "fill-highlight" },
    { head: t("unanswered"), value: (row) => row.unanswered, show: number, fill: "fill-line-strong" },
    { head: t("conversations"), value: (row) => row.conversations, show: number },
  ];
  const times: FigureColumn<Figures>[] = [
    {
      head: t("assistantMedian"),
      value: (row) => row.assistant.median_seconds,
      show: time,
      fill: "fill-accent",
    },
    { head: t("teamMedian"), value: (row) => row.team.median_seconds, show: time, fill: "fill-highlight" },
    { head: t("assistantP90"), value: (row) => row.assistant.p90_seconds, show: time },
    { head: t("teamP90"), value: (row) => row.team.p90_seconds, show: time },
  ];
  const ratings: FigureColumn<Figures>[] = [
    { head: t("meanRating"), value: (row) => row.mean_rating, show: average, fill: "fill-accent" },
    { head: t("ratings"), value: (row) => row.rated, show: number },
    { head: t("goodReplies"), value: (row) => row.good_replies, show: number },
    { head: t("badReplies"), value: (row) => row.bad_replies, show: number },
  ];
  return (
    <>
      <Figure
        {...shared}
        title={t("conversations")}
        columns={conversations}
        isStacked
        file={file("conversations")}
      />
      <Figure {...shared} title={t("firstAnswer")} columns={times} file={file("first-answers")} />
      <Figure {...shared} title={t("ratingsOverTime")} columns={ratings} file={file("ratings")} />
      <Figure
        title={t("ratingsGiven")}
        nameHead={t("rating")}
        rows={STEPS.map((step) => ({
          key: String(step),
          name: t("ofFive", { rating: number(step) }),
          row: step,
        }))}
        columns={[
          {
            head: t("ratings"),
            value: (step) => total.ratings[step - 1]!,
            show: number,
            fill: "fill-accent",
          },
        ]}
        file={file("ratings-given")}
      />
    </>
  );
}
