"use client";

import type { InstallationState } from "@/components/data/installation";
import { useTranslations } from "@/components/i18n/words";
import { FiguresTable } from "@/components/ui/figures-table";
import { Section } from "@/components/ui/section";
import { numberFormat } from "@/lib/platform/words/translate";
import { formatMilliseconds } from "./wording";

const MEDIAN = 0.5;
const NEARLY_ALL = 0.95;

export function SlowOperations({ rows }: { rows: InstallationState["slow_operations"] }) {
  const t = useTranslations("status");
  const percent = numberFormat(t.locale, { style: "percent" });
  const heads = [t("calls"), percent.format(MEDIAN), percent.format(NEARLY_ALL)];
  return (
    <Section title={t("slowOperations")} help={t("slowHelp")}>
      {rows.length === 0 && <p className="mt-3 text-sm text-muted">{t("noCalls")}</p>}
      {rows.length > 0 && (
        <FiguresTable
          caption={t("slowOperations")}
          nameHead={t("operation")}
          columns={heads.map((head) => ({ head, className: "whitespace-nowrap" }))}
          rows={rows.map((row) => ({
            key: row.operation,
            name: row.operation,
            cells: [
              numberFormat(t.locale).format(row.count),
              formatMilliseconds(t.locale, row.p50_ms),
              formatMilliseconds(t.locale, row.p95_ms),
            ],
          }))}
        />
      )}
    </Section>
  );
}
