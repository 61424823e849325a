import { cx } from "./class-names";

const cell = "px-2 py-2 text-end tabular-nums sm:px-4";

export type TableColumn = { head: string; className?: string };
export type FiguresRow = { key: string; name: string; cells: string[] };

export function FiguresTable({
  caption,
  nameHead,
  columns,
  rows,
}: {
  caption: string;
  nameHead: string;
  columns: TableColumn[];
  rows: FiguresRow[];
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms, and a section would be a landmark
    <div
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="mt-3 overflow-x-auto rounded-xl border bg-surface"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-muted [&_th]:font-normal">
          <tr>
            <th scope="col" className="px-3 py-2 text-start sm:px-4">
              {nameHead}
            </th>
            {columns.map(({ head, className }) => (
              <th key={head} scope="col" className={cx(cell, className)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row" className="px-3 py-2 text-start font-normal wrap-anywhere sm:px-4">
                {name}
              </th>
              {columns.map(({ head, className }, at) => (
                <td key={head} className={cx(cell, className)}>
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
