import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Papa from "papaparse";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import type { Translate } from "@/lib/platform/words/translate";
import { registerDrawing } from "./for-paper";
import { NoPreview, type Show } from "./shown";

const MAX_ROWS = 200;
const MAX_COLUMNS = 50;

type Sorting = { column: number; isDescending: boolean };

export const CsvTable: Show = ({ code, name, isLarge, pre, onDrawn }) => {
  const t = useTranslations("markdown");
  const [head, ...body] = useMemo(() => parseRows(code), [code]);
  const { compare } = useMemo(() => new Intl.Collator(t.locale, { numeric: true }), [t.locale]);
  const [sorting, setSorting] = useState<Sorting>();
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    onDrawn(table.current !== null);
    return isLarge ? undefined : registerDrawing("csv", code, () => table.current);
  }, [code, isLarge, onDrawn]);
  if (!head) return <NoPreview pre={pre}>{t("emptyTable")}</NoPreview>;
  const width = body.reduce((most, { length }) => Math.max(most, length), head.length);
  const columns = Array.from({ length: Math.min(width, MAX_COLUMNS) }, (_, at) => at);
  const cut = getTruncationNote(t, body.length, width);
  const sortBy = (column: number) => {
    const isSame = sorting?.column === column;
    setSorting(isSame && sorting.isDescending ? undefined : { column, isDescending: isSame });
  };
  return (
    <>
      <section
        aria-label={t("tableOf", { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className={cx(
          "scroll-shadow overflow-auto [--beneath:var(--color-surface)] print:max-h-none print:overflow-visible",
          isLarge ? "max-h-[65dvh]" : "max-h-80",
        )}
      >
        <table ref={table}>
          <thead className="sticky top-0 print:static">
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
            {sortRows(body, sorting, compare)
              .slice(0, MAX_ROWS)
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
      {cut && <p className="border-t px-3 py-2 text-xs text-muted">{cut}</p>}
    </>
  );
};

function getTruncationNote(t: Translate<"markdown">, rows: number, columns: number): string | undefined {
  const [shownRows, shownColumns] = [MAX_ROWS, MAX_COLUMNS];
  if (rows <= shownRows)
    return columns > shownColumns ? t("columnsCut", { shown: shownColumns, all: columns }) : undefined;
  if (columns <= shownColumns) return t("rowsCut", { shown: shownRows, all: rows });
  return t("cut", { shownRows, rows, shownColumns, columns });
}

function ColumnHeader({
  name,
  order,
  onSort,
}: {
  name: string | undefined;
  order: "none" | "ascending" | "descending";
  onSort: () => void;
}) {
  const t = useTranslations("markdown");
  const Arrow = order === "descending" ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={order} className="p-0!">
      <button
        type="button"
        onClick={onSort}
        className="flex w-full items-center gap-1 px-3 py-2 text-start font-semibold hover:bg-hover focus-visible:-outline-offset-2"
      >
        {name || <span className="sr-only">{t("unnamedColumn")}</span>}
        <Arrow aria-hidden className={cx("size-3.5 shrink-0", order === "none" && "invisible")} />
      </button>
    </th>
  );
}

const parseRows = (code: string): string[][] =>
  Papa.parse(code, { skipEmptyLines: "greedy", delimitersToGuess: [",", ";", "\t", "|"] }).data;

// Sorts numerically if the column has only numbers, otherwise by collation; empty cells come last.
function sortRows(
  rows: string[][],
  sorting: Sorting | undefined,
  compare: Intl.Collator["compare"],
): string[][] {
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
