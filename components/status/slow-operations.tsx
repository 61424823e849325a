import type { State } from "@/components/data/installation";
import { FiguresTable } from "@/components/ui/figures-table";
import { Section } from "@/components/ui/section";
import { count, lasting } from "./wording";

const columns = ["Calls", "50 %", "95 %"].map((head) => ({ head, className: "whitespace-nowrap" }));

/** The slowest operations of the last hour, as a table. */
export function SlowOperations({ rows }: { rows: State["slow_operations"] }) {
  return (
    <Section
      title="Slowest operations"
      help="Of this process, in the last hour. Half of the calls were done within the first time, 95 % within the second."
    >
      {rows.length === 0 && <p className="mt-3 text-sm text-muted">Nothing was asked of it yet.</p>}
      {rows.length > 0 && (
        <FiguresTable
          caption="Slowest operations"
          nameHead="Operation"
          columns={columns}
          rows={rows.map((row) => ({
            key: row.operation,
            name: row.operation,
            cells: [count(row.count), lasting(row.p50_ms), lasting(row.p95_ms)],
          }))}
        />
      )}
    </Section>
  );
}
