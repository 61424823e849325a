"use client";

import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useState } from "react";
import {
  type Period,
  type PublicReportData,
  periods,
  publicReportQuery,
} from "@/components/data/public-report";
import { useTimeZone } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Field, Select } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { QueryBoundary } from "@/components/ui/read";
import { EmptyState } from "@/components/ui/states";
import { Comments } from "./comments";
import { Plots } from "./plots";
import { Totals } from "./totals";
import { Unanswered } from "./unanswered";

export function ReportPage({ uuid, name }: { uuid: string; name: string }) {
  const t = useTranslations("report");
  const [period, setPeriod] = useState<Period>("last30Days");
  const [by, setBy] = useState<PublicReportData["by"]>("day");
  const report = useQuery(publicReportQuery(uuid, period, by, useTimeZone()));
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-4xl px-4 py-6 md:px-8">
        <Link
          href={`/chats/${uuid}`}
          className="flex w-fit max-w-full items-center gap-1 text-sm text-muted hover:text-ink"
        >
          <ArrowLeft className="size-4 shrink-0 rtl:-scale-x-100" aria-hidden />
          <span className="truncate">{name}</span>
        </Link>
        <h1 className="mt-1 text-title">{t("title")}</h1>
        <p className="mt-1 max-w-2xl text-sm text-muted">{t("lead")}</p>
        <div className="mt-6 flex flex-wrap gap-4">
          <Field label={t("period")} className="w-48">
            {(wiring) => (
              <Select
                {...wiring}
                value={period}
                onChange={(event) => setPeriod(event.target.value as Period)}
              >
                {(Object.keys(periods) as Period[]).map((each) => (
                  <option key={each} value={each}>
                    {t(each)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t("by")} className="w-48">
            {(wiring) => (
              <Select
                {...wiring}
                value={by}
                onChange={(event) => setBy(event.target.value as PublicReportData["by"])}
              >
                <option value="day">{t("byDay")}</option>
                <option value="week">{t("byWeek")}</option>
              </Select>
            )}
          </Field>
        </div>
        <QueryBoundary query={report} loading={t("loading")} className="mt-6 h-64 rounded-xl">
          {(found) =>
            found.total.conversations === 0 ? (
              <EmptyState title={t("empty")}>{t("emptyHelp")}</EmptyState>
            ) : (
              <>
                <Totals total={found.total} />
                <Plots report={found} />
                <Comments comments={found.comments} />
              </>
            )
          }
        </QueryBoundary>
        <Unanswered chat={uuid} period={period} />
      </div>
    </div>
  );
}
