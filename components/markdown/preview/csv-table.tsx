import Papa from "papaparse";
import { useMemo } from "react";
import { cx } from "@/components/ui/class-names";
import { NoPreview, type Show } from "./shown";

const MOST_ROWS = 200;
const MOST_COLUMNS = 50;

/** Rows and columns of comma-separated values; the first row names the columns. */
export const CsvTable: Show = ({ code, isLarge, pre }) => {
  const rows = useMemo(() => rowsOf(code), [code]);
  const [head, ...body] = rows;
  if (!head) return <NoPreview pre={pre}>This table is empty.</NoPreview>;
  const width = Math.max(...rows.map(({ length }) => length));
  const columns = Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, at) => at);
  const left = [
    body.length > MOST_ROWS && `${MOST_ROWS} of ${body.length.toLocaleString()} rows`,
    width > MOST_COLUMNS && `${MOST_COLUMNS} of ${width.toLocaleString()} columns`,
  ].filter(Boolean);
  return (
    <>
      <section
        aria-label="Table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={cx("overflow-auto bg-surface", isLarge ? "max-h-[65dvh]" : "max-h-80")}
      >
        <table>
          <thead className="sticky top-0">
            <tr>
              {columns.map((at) => (
                <th key={at} scope="col">
                  {head[at]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, MOST_ROWS).map((row, index) => (
              <tr key={index}>
                {columns.map((at) => (
                  <td key={at}>{row[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {left.length > 0 && (
        <p className="border-t px-3 py-2 text-xs text-muted">
          Showing {left.join(" and ")}. Download the file to see everything.
        </p>
      )}
    </>
  );
};

const rowsOf = (code: string): string[][] =>
  Papa.parse(code, { skipEmptyLines: "greedy", delimitersToGuess: [",", ";", "\t", "|"] }).data;
