"use client";

import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { Unread } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { Loading } from "@/components/ui/states";
import { csvOf, download } from "./csv";
import { type By, breakdowns, cost, count, nameOf, type Range, type Report, reportQuery } from "./data";

/** What was used by each assistant, chat or whatever, as a table and as a file. */
export function Breakdown({ range }: { range: Range }) {
  const [by, setBy] = useState<By>("assistant");
  const { data: report, error, refetch } = useQuery(reportQuery(by, range));
  return (
    <section aria-labelledby="breakdown" className="mt-8">
      <h2 id="breakdown" className="font-medium">
        Who and what used it
      </h2>
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
    </section>
  );
}

function Table({ report: { by, rows, total } }: { report: Report }) {
  const hasCost = total.cost !== null;
  const cells = "px-4 py-2 text-right tabular-nums";
  return (
    <div className="mt-3 overflow-x-auto rounded-xl border bg-surface">
      <table className="w-full text-sm">
        <caption className="sr-only">Use by {breakdowns[by].toLowerCase()}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="px-4 py-2 text-left font-normal">
              {breakdowns[by]}
            </th>
            {["Replies", "Read", "Written", ...(hasCost ? ["Cost"] : [])].map((name) => (
              <th key={name} scope="col" className={`${cells} font-normal`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className="min-w-36 px-4 py-2 text-left font-normal wrap-anywhere">
                {nameOf(by, row)}
              </th>
              <td className={cells}>{count(row.replies)}</td>
              <td className={cells}>{count(row.input_tokens)}</td>
              <td className={cells}>{count(row.output_tokens)}</td>
              {hasCost && <td className={cells}>{cost(row.cost)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
