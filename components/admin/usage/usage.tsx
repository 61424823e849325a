"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ReportRange, ranges, reportQuery, type UsageReportData } from "@/components/data/usage";
import { useTranslations } from "@/components/i18n/words";
import { DayBars } from "@/components/ui/day-bars";
import { Field, Select } from "@/components/ui/field";
import { QueryBoundary } from "@/components/ui/read";
import { PageSection } from "@/components/ui/section";
import { Breakdown } from "./breakdown";
import { Limit } from "./limit";
import { Prices } from "./prices";
import { Storage } from "./storage";
import { formatCost, formatCount, formatDay, sumTokens } from "./wording";

type UsageProps = { groupId: string; role: "owner" | "admin" | "member" };

export function Usage({ groupId, role }: UsageProps) {
  const t = useTranslations("usage");
  const [range, setRange] = useState<ReportRange>("thisMonth");
  const isManager = role !== "member";
  const report = useQuery(reportQuery("day", range));
  return (
    <PageSection title={t("usage")} lead={t(isManager ? "leadOfGroup" : "lead")}>
      {isManager && <Limit groupId={groupId} canChange={role === "owner"} />}
      <Field label={t("period")} className="mt-6 max-w-56">
        {(wiring) => (
          <Select {...wiring} value={range} onChange={(event) => setRange(event.target.value as ReportRange)}>
            {(Object.keys(ranges) as ReportRange[]).map((name) => (
              <option key={name} value={name}>
                {t(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <QueryBoundary query={report} loading={t("loading")} className="mt-6 h-36 rounded-xl">
        {(report) => <Overview report={report} range={range} />}
      </QueryBoundary>
      <Breakdown range={range} />
      {isManager && <Prices />}
      <Storage />
    </PageSection>
  );
}

function Overview({ report: { total, rows }, range }: { report: UsageReportData; range: ReportRange }) {
  const t = useTranslations("usage");
  const figures = [
    [t("replies"), formatCount(t.locale, total.replies)],
    [t("inputTokens"), formatCount(t.locale, total.input_tokens)],
    [t("outputTokens"), formatCount(t.locale, total.output_tokens)],
    ...(total.cost !== null ? [[t("cost"), formatCost(t.locale, total.cost)]] : []),
  ];
  const most = Math.max(0, ...rows.map(sumTokens));
  return (
    <section aria-label={t(range)} className="mt-6">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-lg font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {total.cost !== null && total.unpriced_tokens > 0 && (
        <p className="mt-2 text-sm text-muted">{t("costLeavesOut", { tokens: total.unpriced_tokens })}</p>
      )}
      <DayBars
        days={rows.map((row) => ({
          day: formatDay(t.locale, row.key),
          value: sumTokens(row),
          label: formatCount(t.locale, sumTokens(row)),
        }))}
      />
      <p className="mt-1 text-xs text-muted">{t("tokensPerDay", { most })}</p>
      <div className="sr-only">
        <table>
          <caption>{t("tokensByDay")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("day")}</th>
              <th scope="col">{t("replies")}</th>
              <th scope="col">{t("tokens")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{formatDay(t.locale, row.key)}</th>
                <td>{formatCount(t.locale, row.replies)}</td>
                <td>{formatCount(t.locale, sumTokens(row))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
