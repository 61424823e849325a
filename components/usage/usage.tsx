"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Range, type Report, ranges, reportQuery } from "@/components/data/usage";
import { DayBars } from "@/components/ui/day-bars";
import { Field, Select } from "@/components/ui/field";
import { Read } from "@/components/ui/read";
import { PageSection } from "@/components/ui/section";
import { Breakdown } from "./breakdown";
import { Limit } from "./limit";
import { Prices } from "./prices";
import { cost, count, tokensOf } from "./wording";

type Props = { groupId: string; role: "owner" | "admin" | "member" };

/** What replies of models used, of the group or of oneself; for admins also its limit and prices. */
export function Usage({ groupId, role }: Props) {
  const [range, setRange] = useState<Range>("This month");
  const isManager = role !== "member";
  const report = useQuery(reportQuery("day", range));
  return (
    <PageSection
      title="Usage"
      lead={
        isManager
          ? "What the replies of models used in this group. Days are counted in UTC."
          : "What the replies used that you asked for. Days are counted in UTC."
      }
    >
      {isManager && <Limit groupId={groupId} mayChange={role === "owner"} />}
      <Field label="Time" className="mt-6 max-w-56">
        {(wiring) => (
          <Select {...wiring} value={range} onChange={(event) => setRange(event.target.value as Range)}>
            {Object.keys(ranges).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Read query={report} loading="Reading the figures" className="mt-6 h-36 rounded-xl">
        {(report) => <Overview report={report} range={range} />}
      </Read>
      <Breakdown range={range} />
      {isManager && <Prices />}
    </PageSection>
  );
}

function Overview({ report: { total, rows }, range }: { report: Report; range: string }) {
  const figures = {
    Replies: count(total.replies),
    "Tokens read": count(total.input_tokens),
    "Tokens written": count(total.output_tokens),
    ...(total.cost !== null && { Cost: cost(total.cost) }),
  };
  const most = Math.max(0, ...rows.map(tokensOf));
  return (
    <section aria-label={range} className="mt-6">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {Object.entries(figures).map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-lg font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {total.cost !== null && total.unpriced_tokens > 0 && (
        <p className="mt-2 text-sm text-muted">
          The cost is without {count(total.unpriced_tokens)} tokens of models that have no price.
        </p>
      )}
      <DayBars
        days={rows.map((row) => ({ day: row.key, value: tokensOf(row), label: count(tokensOf(row)) }))}
      />
      <p className="mt-1 text-xs text-muted">Tokens a day, at most {count(most)}</p>
      <div className="sr-only">
        <table>
          <caption>Tokens by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Replies</th>
              <th scope="col">Tokens</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.key}</th>
                <td>{row.replies}</td>
                <td>{tokensOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
