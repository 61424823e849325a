"use client";

import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { Unread } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { Field, Select } from "@/components/ui/field";
import { Loading } from "@/components/ui/states";
import { csvOf, download } from "./csv";
import {
  type By,
  breakdowns,
  cost,
  count,
  nameOf,
  type Range,
  type Report,
  reportQuery,
  tokensOf,
} from "./data";

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

/** On a phone what was read and written stands in one column. */
function Table({ report: { by, rows, total } }: { report: Report }) {
  const hasCost = total.cost !== null;
  const cell = "px-2 py-2 text-right tabular-nums sm:px-4";
  const [wide, narrow] = [`${cell} hidden sm:table-cell`, `${cell} sm:hidden`];
  return (
    <div className="mt-3 overflow-x-auto rounded-xl border bg-surface">
      <table className="w-full text-sm">
        <caption className="sr-only">Use by {breakdowns[by].toLowerCase()}</caption>
        <thead className="text-muted [&_th]:font-normal">
          <tr>
            <th scope="col" className="px-3 py-2 text-left sm:px-4">
              {breakdowns[by]}
            </th>
            <th scope="col" className={cell}>
              Replies
            </th>
            <th scope="col" className={wide}>
              Read
            </th>
            <th scope="col" className={wide}>
              Written
            </th>
            <th scope="col" className={narrow}>
              Tokens
            </th>
            {hasCost && (
              <th scope="col" className={cell}>
                Cost
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className="px-3 py-2 text-left font-normal wrap-anywhere sm:px-4">
                {nameOf(by, row)}
              </th>
              <td className={cell}>{count(row.replies)}</td>
              <td className={wide}>{count(row.input_tokens)}</td>
              <td className={wide}>{count(row.output_tokens)}</td>
              <td className={narrow}>{count(tokensOf(row))}</td>
              {hasCost && <td className={cell}>{cost(row.cost)}</td>}
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
