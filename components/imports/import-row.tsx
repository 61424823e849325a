"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ImportItem, refreshImports, setImport } from "@/components/data/imports";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { fullTime, useTimeZone } from "@/components/workspace/time";
import { call } from "@/lib/api/client";
import { IMPORT_SOURCES, importsApi } from "@/lib/chat/imports/contract";

const number = (value: number) => value.toLocaleString("en");
const chats = (value: number) => `${number(value)} ${value === 1 ? "chat" : "chats"}`;

/** How far an import is, or what came of it. */
export function ImportRow({ of }: { of: ImportItem }) {
  const timeZone = useTimeZone();
  return (
    <>
      <p className="font-medium wrap-anywhere">{of.file_name}</p>
      <p className="text-sm text-muted">
        {IMPORT_SOURCES[of.format].name} ·{" "}
        <time dateTime={of.created_at}>{fullTime(of.created_at, timeZone)}</time>
      </p>
      {of.state === "running" ? <Running of={of} /> : <Report of={of} />}
    </>
  );
}

function Running({ of }: { of: ImportItem }) {
  const client = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => call(importsApi.cancelImport, { params: { id: of.id } }),
    onSuccess: (cancelled) => setImport(client, cancelled),
    onSettled: () => refreshImports(client),
  });
  const done = of.imported + of.skipped + of.failed;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <progress
        aria-label={`Importing ${of.file_name}`}
        max={of.found ?? undefined}
        value={of.found === null ? undefined : done}
        className="h-1.5 min-w-40 flex-1 accent-accent"
      />
      <span className="text-sm text-muted tabular-nums">
        {of.found === null ? "Counting chats" : `${number(done)} of ${chats(of.found)}`}
      </span>
      <Button size="small" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
        Cancel<span className="sr-only"> the import of {of.file_name}</span>
      </Button>
    </div>
  );
}

const endings = { completed: "", failed: "Failed. ", cancelled: "Cancelled. " };

/** What came of an import, in a sentence. */
export function reportOf({ state, imported, skipped, failed }: ImportItem): string {
  const parts = [
    `${chats(imported)} imported`,
    ...(skipped > 0 ? [`${number(skipped)} already there`] : []),
    ...(failed > 0 ? [`${number(failed)} not imported`] : []),
  ];
  return `${state === "running" ? "" : endings[state]}${parts.join(", ")}`;
}

function Report({ of }: { of: ImportItem }) {
  const more = of.failed - of.failures.length;
  return (
    <div className="mt-2 space-y-2 text-sm">
      <p>{reportOf(of)}</p>
      {of.error && <p className="text-danger">{of.error}</p>}
      {of.failures.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted hover:text-ink">
            What was not imported, and why
          </summary>
          <ul className="mt-1 space-y-1">
            {of.failures.map(({ title, reason }, at) => (
              <li key={at} className="wrap-anywhere">
                <span className="font-medium">{title}:</span> {reason}
              </li>
            ))}
            {more > 0 && <li className="text-muted">and {number(more)} more</li>}
          </ul>
        </details>
      )}
      {of.chats.length > 0 && (
        <ul aria-label={`Chats of ${of.file_name}`} className="flex flex-wrap gap-x-4 gap-y-1">
          {of.chats.map(({ uuid, name }) => (
            <li key={uuid} className="min-w-0">
              <Link
                href={`/chats/${uuid}`}
                className="text-accent underline underline-offset-2 wrap-anywhere"
              >
                {name}
              </Link>
            </li>
          ))}
          {of.imported > of.chats.length && <li className="text-muted">and the others in your chat list</li>}
        </ul>
      )}
    </div>
  );
}
