"use client";

import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { type By, type Range, type Report, reportQuery } from "@/components/data/usage";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { FiguresTable } from "@/components/ui/figures-table";
import { Unread } from "@/components/ui/read";
import { Section } from "@/components/ui/section";
import { Loading } from "@/components/ui/states";
import { csvOf, download } from "./csv";
import { breakdowns, cost, count, nameOf, tokensOf } from "./wording";

/** What was used by each assistant, chat or whatever, as a table and as a file. */
export function Breakdown({ range }: { range: Range }) {
  const [by, setBy] = useState<By>("assistant");
  const { data: report, error, refetch } = useQuery(reportQuery(by, range));
  return (
    <Section title="Who and what used it">
      <div className="mt-3 flex flex-wrap items-end justify-between gap-3">
        <Field label="By" className="w-56">
          {(wiring) => (
            <Select {...wiring} value={by} onChange={(event) => setBy(event.target.value as By)}>
              {Object.entries(breakdowns).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {report && report.rows.length > 0 && (
          <Button onClick={() => download(`usage-${by}-${report.from}-${report.to}.csv`, csv(report))}>
            <Download className="size-4" aria-hidden /> Save as CSV
          </Button>
        )}
      </div>
      {error && <Unread error={error} retry={() => void refetch()} />}
      {!report && !error && <Loading label="Reading the table" className="mt-3 h-32 rounded-xl" />}
      {report?.rows.length === 0 && <p className="mt-3 text-sm text-muted">Nothing was used in this time.</p>}
      {report && report.rows.length > 0 && <Table report={report} />}
    </Section>
  );
}

/** On a phone what was read and written stands in one column. */
function Table({ report: { by, rows, total } }: { report: Report }) {
  const [wide, narrow] = ["hidden sm:table-cell", "sm:hidden"];
  const hasCost = total.cost !== null;
  const columns = [
    { head: "Replies" },
    { head: "Read", className: wide },
    { head: "Written", className: wide },
    { head: "Tokens", className: narrow },
    ...(hasCost ? [{ head: "Cost" }] : []),
  ];
  return (
    <FiguresTable
      caption={`Use by ${breakdowns[by].toLowerCase()}`}
      nameHead={breakdowns[by]}
      columns={columns}
      rows={rows.map((row) => ({
        key: row.key,
        name: nameOf(by, row),
        cells: [
          ...[row.replies, row.input_tokens, row.output_tokens, tokensOf(row)].map(count),
          cost(row.cost),
        ],
      }))}
    />
  );
}

const csv = ({ by, rows }: Report) =>
  csvOf([
    [breakdowns[by], "Key", "Replies", "Input tokens", "Output tokens", "Cost", "Tokens without a price"],
    ...rows.map((row) => [
      nameOf(by, row),
      row.key,
      row.replies,
      row.input_tokens,
      row.output_tokens,
      row.cost,
      row.unpriced_tokens,
    ]),
  ]);
