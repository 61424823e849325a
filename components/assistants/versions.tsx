"use client";

import { useInfiniteQuery, useQueries, useQueryClient } from "@tanstack/react-query";
import { diffLines } from "diff";
import { useState } from "react";
import { type Assistant, refreshAssistants, versionQuery, versionsQuery } from "@/components/data/assistants";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { QueryBoundary } from "@/components/ui/read";
import { Rows } from "@/components/ui/section";
import { ErrorState, Loading } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { assistantsApi } from "@/lib/chat/assistants/operations";
import { getFieldLabel } from "./version-fields";

type VersionsProps = { assistant: Assistant; isDirty: boolean; onRestored: (assistant: Assistant) => void };

export function Versions({ assistant, isDirty, onRestored }: VersionsProps) {
  const t = useTranslations("assistantVersions");
  const problem = useProblem();
  const moments = useMoments();
  const list = useInfiniteQuery(versionsQuery(assistant.id));
  const [open, setOpen] = useState<number>();
  const versions = list.data?.pages.flat() ?? [];
  if (list.error && !list.data)
    return <ErrorState what={t("failed")} reason={problem(list.error)} retry={() => void list.refetch()} />;
  if (list.isPending) return <Loading label={t("loading")} className="h-40 rounded-xl" />;
  return (
    <section aria-label={t("title")} className="max-w-3xl">
      <p className="text-sm text-muted">{versions.length > 1 ? t("lead") : t("empty")}</p>
      <Rows label={t("title")} className="mt-4">
        {versions.map(({ number, created_at, created_by, changed }, at) => (
          <li key={number} className="px-4 py-3 text-sm">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <div className="min-w-0 flex-1">
                <p className="font-medium">
                  {number === assistant.version ? t("current", { number }) : t("version", { number })}
                </p>
                <p className="text-muted">
                  {t("by", {
                    who: created_by?.full_name ?? t("somebody"),
                    when: moments.fullTime(created_at),
                  })}
                </p>
              </div>
              {changed.length > 0 && (
                <Button
                  size="small"
                  aria-expanded={open === number}
                  onClick={() => setOpen(open === number ? undefined : number)}
                >
                  {t("changes", { count: changed.length })}
                </Button>
              )}
              {number !== assistant.version && <Restore {...{ assistant, number, isDirty, onRestored }} />}
            </div>
            {open === number && versions[at + 1] && (
              <Differences
                id={assistant.id}
                number={number}
                before={versions[at + 1]!.number}
                changed={changed}
              />
            )}
          </li>
        ))}
      </Rows>
      {list.hasNextPage && (
        <Button className="mt-4" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("more")}
        </Button>
      )}
    </section>
  );
}

function Restore({ assistant, number, isDirty, onRestored }: VersionsProps & { number: number }) {
  const t = useTranslations("assistantVersions");
  const confirm = useConfirm();
  const client = useQueryClient();
  const restore = async () => {
    const params = { id: assistant.id, number };
    onRestored(await call(assistantsApi.restoreAssistantVersion, { params }));
    await refreshAssistants(client);
  };
  return (
    <Button
      size="small"
      onClick={() =>
        confirm({
          title: t("restoreTitle", { number }),
          text: t(isDirty ? "restoreUnsaved" : "restoreHelp"),
          action: t("restore"),
          onConfirm: restore,
        })
      }
    >
      {t("restore")}
    </Button>
  );
}

type Between = { id: number; number: number; before: number; changed: string[] };

function Differences({ id, number, before, changed }: Between) {
  const t = useTranslations("assistantVersions");
  const [now, then] = useQueries({ queries: [versionQuery(id, number), versionQuery(id, before)] });
  return (
    <QueryBoundary query={now!} loading={t("loading")} className="mt-3 h-20 rounded-lg">
      {({ fields }) => (
        <dl className="mt-3 space-y-3">
          {then?.data &&
            changed.map((field) => (
              <div key={field}>
                <dt className="font-medium">{getFieldLabel(t, field)}</dt>
                <dd className="mt-1">
                  <Difference
                    before={formatValue(then.data.fields[field])}
                    after={formatValue(fields[field])}
                  />
                </dd>
              </div>
            ))}
        </dl>
      )}
    </QueryBoundary>
  );
}

// The maximum length in characters of texts that are diffed. Longer texts are shown as replaced.
const MAX_COMPARED_LENGTH = 50_000;

function Difference({ before, after }: { before: string; after: string }) {
  const t = useTranslations("assistantVersions");
  const pieces =
    before.length + after.length > MAX_COMPARED_LENGTH
      ? [
          { value: before, removed: true, added: false },
          { value: after, removed: false, added: true },
        ]
      : diffLines(before, after);
  return (
    <pre className="max-h-80 overflow-auto rounded-lg border bg-code p-3 font-sans whitespace-pre-wrap wrap-anywhere">
      {pieces.map(({ value, added, removed }, at) => {
        if (value === "") return null;
        const key = at;
        if (added)
          return (
            <ins key={key} className="block bg-success-soft text-success no-underline">
              <span className="sr-only">{t("added")} </span>+ {value}
            </ins>
          );
        if (removed)
          return (
            <del key={key} className="block bg-danger-soft text-danger no-underline">
              <span className="sr-only">{t("removed")} </span>− {value}
            </del>
          );
        return <span key={key}>{value}</span>;
      })}
    </pre>
  );
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(formatValue).join("\n");
  return typeof value === "string" ? value : String(value);
}
