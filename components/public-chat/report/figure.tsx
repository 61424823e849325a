"use client";

import Download from "lucide-react/icons/download";
import { download, toCsv } from "@/components/admin/usage/csv";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { FiguresTable } from "@/components/ui/figures-table";
import { Section } from "@/components/ui/section";
import { Bars, getMaxHeight } from "./bars";

export type FigureColumn<R> = {
  head: string;
  value: (row: R) => number | null;
  show: (value: number) => string;
  fill?: string;
};
export type FigureRow<R> = { key: string; name: string; row: R };

export function Figure<R>({
  title,
  nameHead,
  rows,
  columns,
  isStacked = false,
  file,
}: {
  title: string;
  nameHead: string;
  rows: FigureRow<R>[];
  columns: FigureColumn<R>[];
  isStacked?: boolean;
  file: string;
}) {
  const t = useTranslations("report");
  const plotted = columns.filter(({ fill }) => fill);
  const series = plotted.map(({ head, value, fill }) => ({
    name: head,
    fill: fill!,
    values: rows.map(({ row }) => value(row)),
  }));
  const { show } = plotted[0]!;
  const shown = ({ value, show }: FigureColumn<R>, row: R) => {
    const figure = value(row);
    return figure === null ? "–" : show(figure);
  };
  const csv = () =>
    toCsv([
      [nameHead, ...columns.map(({ head }) => head)],
      ...rows.map(({ key, row }) => [key, ...columns.map(({ value }) => rounded(value(row)))]),
    ]);
  return (
    <Section title={title}>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {series.map(({ name, fill }) => (
          <li key={name} className="flex items-center gap-1.5">
            <svg aria-hidden viewBox="0 0 10 10" className="size-2.5">
              <rect width="10" height="10" rx="2" className={fill} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <Bars labels={rows.map(({ name }) => name)} series={series} isStacked={isStacked} show={show} />
      <p className="mt-1 flex justify-between gap-4 text-xs text-muted">
        <span>{rows[0]?.name}</span>
        <span>{t("upTo", { most: show(getMaxHeight(series, isStacked)) })}</span>
        <span>{rows.at(-1)?.name}</span>
      </p>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-3">
        <details className="min-w-0 flex-1">
          <summary className="w-fit cursor-pointer py-1 text-sm text-muted hover:text-ink">
            {t("table")}
          </summary>
          <FiguresTable
            caption={title}
            nameHead={nameHead}
            columns={columns.map(({ head }) => ({ head }))}
            rows={rows.map(({ key, name, row }) => ({
              key,
              name,
              cells: columns.map((each) => shown(each, row)),
            }))}
          />
        </details>
        <Button size="small" onClick={() => download(`${file}.csv`, csv())}>
          <Download className="size-4" aria-hidden /> {t("downloadCsv")}
          <span className="sr-only">: {title}</span>
        </Button>
      </div>
    </Section>
  );
}

const rounded = (value: number | null) => value && Math.round(value * 100) / 100;
