import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Papa from "papaparse";
import { useMemo, useState } from "react";
import { cx } from "@/components/ui/class-names";
import { NoPreview, type Show } from "./shown";

const MOST_ROWS = 200;
const MOST_COLUMNS = 50;

type Sorting = { column: number; isDescending: boolean };

/** Rows and columns of separated values; the first row names the columns, which sort the others. */
export const CsvTable: Show = ({ code, name, isLarge, pre }) => {
  const [head, ...body] = useMemo(() => rowsOf(code), [code]);
  const [sorting, setSorting] = useState<Sorting>();
  if (!head) return <NoPreview pre={pre}>This table is empty.</NoPreview>;
  const width = body.reduce((most, { length }) => Math.max(most, length), head.length);
  const columns = Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, at) => at);
  const cut = [
    body.length > MOST_ROWS && `${MOST_ROWS} of ${body.length.toLocaleString()} rows`,
    width > MOST_COLUMNS && `${MOST_COLUMNS} of ${width.toLocaleString()} columns`,
  ].filter(Boolean);
  const sortBy = (column: number) => {
    const isSame = sorting?.column === column;
    setSorting(isSame && sorting.isDescending ? undefined : { column, isDescending: isSame });
  };
  return (
    <>
      <section
        aria-label={`Table of ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={cx(
          "scroll-shadow overflow-auto [--beneath:var(--color-surface)]",
          isLarge ? "max-h-[65dvh]" : "max-h-80",
        )}
      >
        <table>
          <thead className="sticky top-0">
            <tr>
              {columns.map((at) => (
                <ColumnHeader
                  key={at}
                  name={head[at]}
                  order={
                    sorting?.column === at ? (sorting.isDescending ? "descending" : "ascending") : "none"
                  }
                  onSort={() => sortBy(at)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted(body, sorting)
              .slice(0, MOST_ROWS)
              .map((row, index) => (
                <tr key={index}>
                  {columns.map((at) => (
                    <td key={at}>{row[at]}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </section>
      {cut.length > 0 && (
        <p className="border-t px-3 py-2 text-xs text-muted">
          Showing {cut.join(" and ")}. Download the file to see everything.
        </p>
      )}
    </>
  );
};

function ColumnHeader({
  name,
  order,
  onSort,
}: {
  name: string | undefined;
  order: "none" | "ascending" | "descending";
  onSort: () => void;
}) {
  const Arrow = order === "descending" ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={order} className="p-0!">
      <button
        type="button"
        onClick={onSort}
        className="flex w-full items-center gap-1 px-3 py-2 text-left font-semibold hover:bg-hover focus-visible:-outline-offset-2"
      >
        {name || <span className="sr-only">Unnamed column</span>}
        <Arrow aria-hidden className={cx("size-3.5 shrink-0", order === "none" && "invisible")} />
      </button>
    </th>
  );
}

const rowsOf = (code: string): string[][] =>
  Papa.parse(code, { skipEmptyLines: "greedy", delimitersToGuess: [",", ";", "\t", "|"] }).data;

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** By numbers where a column has only those, else as people sort texts; what is empty comes last. */
function sorted(rows: string[][], sorting: Sorting | undefined): string[][] {
  if (!sorting) return rows;
  const cell = (row: string[]) => row[sorting.column]?.trim() ?? "";
  const isNumeric = rows.every((row) => !Number.isNaN(Number(cell(row))));
  const direction = sorting.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [cell(one), cell(other)];
    if (!a || !b) return Number(!a) - Number(!b);
    return direction * (isNumeric ? Number(a) - Number(b) : compare(a, b));
  });
}
