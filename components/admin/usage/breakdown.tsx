"use client";

import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { getModelName } from "@/components/chat/chooser/choice";
import { type Model, modelsQuery } from "@/components/data/models";
import { type By, type ReportRange, reportQuery, type UsageReportData } from "@/components/data/usage";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { FiguresTable } from "@/components/ui/figures-table";
import { LoadError } from "@/components/ui/read";
import { Section } from "@/components/ui/section";
import { Loading } from "@/components/ui/states";
import type { Translate } from "@/lib/platform/words/translate";
import { download, toCsv } from "./csv";
import { breakdowns, captions, formatCost, formatCount, getRowName, sumTokens } from "./wording";

export function Breakdown({ range }: { range: ReportRange }) {
  const t = useTranslations("usage");
  const [by, setBy] = useState<By>("assistant");
  const { data: read, error, refetch } = useQuery(reportQuery(by, range));
  const { data: models } = useQuery({ ...modelsQuery, enabled: by === "model" });
  const report = read && by === "model" ? nameModels(read, models?.models ?? []) : read;
  return (
    <Section title={t("breakdown")}>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
        <Field label={t("by")} className="w-56">
          {(wiring) => (
            <Select {...wiring} value={by} onChange={(event) => setBy(event.target.value as By)}>
              {breakdowns.map((value) => (
                <option key={value} value={value}>
                  {t(value)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {report && report.rows.length > 0 && (
          <Button onClick={() => download(`usage-${by}-${report.from}-${report.to}.csv`, csv(t, report))}>
            <Download className="size-4" aria-hidden /> {t("downloadCsv")}
          </Button>
        )}
      </div>
      {error && <LoadError error={error} retry={() => void refetch()} />}
      {!report && !error && <Loading label={t("loadingBreakdown")} className="mt-3 h-32 rounded-xl" />}
      {report?.rows.length === 0 && <p className="mt-3 text-sm text-muted">{t("nothingUsed")}</p>}
      {report && report.rows.length > 0 && <Table report={report} />}
    </Section>
  );
}

// A model that is no longer connected has the name that its provider gave it.
function nameModels(report: UsageReportData, models: Model[]): UsageReportData {
  const names = new Map(models.map(({ id, name, label }) => [id, name ?? label]));
  return {
    ...report,
    rows: report.rows.map((row) => ({ ...row, name: names.get(row.key) ?? getModelName(row.key) })),
  };
}

// Shows input and output tokens in one column on phones.
function Table({ report: { by, rows, total } }: { report: UsageReportData }) {
  const t = useTranslations("usage");
  const [wide, narrow] = ["hidden sm:table-cell", "sm:hidden"];
  const hasCost = total.cost !== null;
  const columns = [
    { head: t("replies") },
    { head: t("input"), className: wide },
    { head: t("output"), className: wide },
    { head: t("tokens"), className: narrow },
    ...(hasCost ? [{ head: t("cost") }] : []),
  ];
  return (
    <FiguresTable
      caption={t(captions[by])}
      nameHead={t(by)}
      columns={columns}
      rows={rows.map((row) => ({
        key: row.key,
        name: getRowName(t, by, row),
        cells: [
          ...[row.replies, row.input_tokens, row.output_tokens, sumTokens(row)].map((value) =>
            formatCount(t.locale, value),
          ),
          formatCost(t.locale, row.cost),
        ],
      }))}
    />
  );
}

const csv = (t: Translate<"usage">, { by, rows }: UsageReportData) =>
  toCsv([
    ([by, "key", "replies", "inputTokens", "outputTokens", "cost", "unpricedTokens"] as const).map((key) =>
      t(key),
    ),
    ...rows.map((row) => [
      getRowName(t, by, row),
      row.key,
      row.replies,
      row.input_tokens,
      row.output_tokens,
      row.cost,
      row.unpriced_tokens,
    ]),
  ]);
