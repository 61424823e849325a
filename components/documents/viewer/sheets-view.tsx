"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { documentTextQuery, partsQuery, passageQuery } from "@/components/data/documents";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { ErrorState, Loading } from "@/components/ui/states";
import { TabList } from "@/components/ui/tab-list";
import type { DocumentPosition, Marked } from "./place";
import { parseRows, type SheetRow } from "./sheet-rows";

// Number of leading UTF-16 code units in which the header row is searched.
const HEAD = 4000;

type Sheet = { page: number; title: string | null; start: number; end: number };

export function SheetsView({ id, place }: { id: number; place: DocumentPosition }) {
  const t = useTranslations("viewer");
  const d = useTranslations("documents");
  const problem = useProblem();
  const tabId = useId();
  const { data: whole, error, refetch } = useQuery(partsQuery(id));
  const [chosen, setChosen] = useState<string>();
  if (error && !whole)
    return <ErrorState what={d("textFailed")} reason={problem(error)} retry={() => void refetch()} />;
  if (!whole) return <Loading label={d("loadingText")} className="h-40 rounded-xl" />;
  if (whole.total === 0) return <p className="text-muted">{d("noTextInDocument")}</p>;
  const { parts, total } = whole;
  const sheets: Sheet[] = (parts.length > 0 ? parts : [{ page: 1, title: null, start: 0 }]).map(
    (part, at) => ({ ...part, end: parts[at + 1]?.start ?? total }),
  );
  const { passage, page } = place;
  const cited = passage
    ? sheets.findLast(({ start }) => start <= passage.start)
    : sheets.find((sheet) => sheet.page === page);
  const tab = chosen ?? String((cited ?? sheets[0]!).page);
  const sheet = sheets.find((one) => String(one.page) === tab) ?? sheets[0]!;
  const table = (
    <Table key={sheet.start} id={id} sheet={sheet} passage={sheet === cited ? passage : undefined} />
  );
  if (sheets.length === 1) return table;
  const names = sheets.map((one) => [String(one.page), one.title ?? t("sheet", { number: one.page })]);
  return (
    <div>
      <TabList
        id={tabId}
        label={t("sheets")}
        tabs={Object.fromEntries(names)}
        tab={tab}
        onTab={setChosen}
        className="flex overflow-x-auto border-b"
        tabClassName="shrink-0 border-b-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink pointer-coarse:py-3"
      />
      <div id={`${tabId}-content`} role="tabpanel" aria-labelledby={`${tabId}-${tab}`} className="pt-3">
        {table}
      </div>
    </div>
  );
}

function Table({ id, sheet, passage }: { id: number; sheet: Sheet; passage: Marked | undefined }) {
  const t = useTranslations("documents");
  const problem = useProblem();
  const frame = useRef<HTMLElement>(null);
  const text = useInfiniteQuery(documentTextQuery(id, passage?.start ?? sheet.start));
  const beginning = useQuery(passageQuery(id, { start: sheet.start, length: HEAD }));
  const isThere = text.data !== undefined && beginning.data !== undefined;
  useEffect(() => {
    if (!isThere) return;
    // Waits for the next frame, because a surrounding dialog opens only after this effect.
    const next = requestAnimationFrame(() => {
      frame.current?.querySelector("mark")?.scrollIntoView({ block: "center", inline: "nearest" });
    });
    return () => cancelAnimationFrame(next);
  }, [isThere]);

  const error = text.error ?? beginning.error;
  if (error && !isThere)
    return <ErrorState what={t("textFailed")} reason={problem(error)} retry={() => void text.refetch()} />;
  if (!isThere) return <Loading label={t("loadingText")} className="h-40 rounded-xl" />;
  const [head] = parseRows(beginning.data.text, sheet.start);
  const offset = text.data.pages[0]?.offset ?? 0;
  const loaded = text.data.pages.map((part) => part.text).join("");
  const until = offset + loaded.length;
  const rows = parseRows(loaded, offset).filter(
    ({ start, end }) =>
      // A row that crosses the boundary is shown with the next part.
      (start > offset || offset <= sheet.start) &&
      (end < until || until >= sheet.end) &&
      start > (head?.start ?? -1) &&
      start >= sheet.start &&
      start < sheet.end,
  );
  const isMarked = ({ start, end }: SheetRow) =>
    passage !== undefined && start < passage.start + passage.length && end > passage.start;
  return (
    <div className="flex flex-col gap-3">
      {offset > sheet.start && (
        <Button size="small" busy={text.isFetchingPreviousPage} onClick={() => void text.fetchPreviousPage()}>
          {t("showPrevious")}
        </Button>
      )}
      <section
        ref={frame}
        aria-label={sheet.title ?? t("viewText")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[60dvh] overflow-auto rounded-xl border bg-surface"
      >
        <SheetTable head={head} rows={rows} isMarked={isMarked} />
      </section>
      {until < sheet.end && text.hasNextPage && (
        <Button size="small" busy={text.isFetchingNextPage} onClick={() => void text.fetchNextPage()}>
          {t("showMore")}
        </Button>
      )}
    </div>
  );
}

type SheetTableProps = {
  head: SheetRow | undefined;
  rows: SheetRow[];
  isMarked: (row: SheetRow) => boolean;
};

function SheetTable({ head, rows, isMarked }: SheetTableProps) {
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), head?.cells.length ?? 0);
  return (
    <table className="border-separate border-spacing-0 text-sm">
      {head && (
        <thead>
          <tr>
            {cellsUpTo(columns, head.cells).map(([at, cell]) => (
              <th
                key={at}
                scope="col"
                className="sticky top-0 max-w-96 min-w-24 border-e border-b bg-sunken px-3 py-1.5 text-start align-top font-medium wrap-anywhere"
              >
                {cell}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <tr key={row.start} className={isMarked(row) ? "bg-warning-soft" : undefined}>
            {cellsUpTo(columns, row.cells).map(([at, cell]) => (
              <td
                key={at}
                className="max-w-96 min-w-24 border-e border-b px-3 py-1.5 align-top wrap-anywhere"
              >
                {isMarked(row) && cell ? <mark className="bg-transparent text-warning">{cell}</mark> : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cellsUpTo = (columns: number, cells: string[]) =>
  Array.from({ length: columns }, (_, at): [number, string] => [at, cells[at] ?? ""]);
