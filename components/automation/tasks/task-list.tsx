"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import LayoutTemplate from "lucide-react/icons/layout-template";
import Search from "lucide-react/icons/search";
import { useDeferredValue, useState } from "react";
import { type TaskItem, tasksQuery } from "@/components/data/tasks";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { AudienceBadge } from "@/components/people/audience";
import { Link } from "@/components/ui/link";
import { Badge, EmptyState, ErrorState, Skeleton } from "@/components/ui/states";

export function TaskList() {
  const t = useTranslations("tasks");
  const problem = useProblem();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data, error, refetch, isPending } = useQuery({
    ...tasksQuery(search),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-5xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <header className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h1 className="text-title">{t("title")}</h1>
            <p className="mt-1 text-sm text-muted">{t("subtitle")}</p>
          </div>
          <div className="relative w-full sm:w-64">
            <Search className="pointer-events-none absolute top-3 start-3 size-4 text-muted" aria-hidden />
            <input
              type="search"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              aria-label={t("search")}
              placeholder={t("search")}
              maxLength={200}
              className="h-10 w-full rounded-lg border border-line-strong bg-surface pe-3 ps-9 text-sm"
            />
          </div>
        </header>
        {error && (
          <ErrorState what={t("templatesFailed")} reason={problem(error)} retry={() => void refetch()} />
        )}
        {isPending && <Loading />}
        {data?.length === 0 && <Nothing search={search} />}
        {data && data.length > 0 && (
          <ul aria-label={t("title")} className="mt-6 cards">
            {data.map((task) => (
              <li key={task.id} className="min-w-0">
                <Card task={task} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Card({ task }: { task: TaskItem }) {
  const t = useTranslations("tasks");
  const moments = useMoments();
  const { latest_version_number: versions, documents_count: files, includes_members: hasMembers } = task;
  const facts = [
    task.created_by?.full_name,
    moments.day(task.updated_at),
    files > 0 && t("files", { count: files }),
    hasMembers && t("includesMembers"),
  ];
  return (
    <Link
      href={`/tasks/${task.id}`}
      className="flex h-full flex-col gap-1 rounded-xl border bg-surface p-4 transition-colors hover:border-line-strong hover:bg-hover"
    >
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{task.name}</span>
        <span className="flex shrink-0 gap-1">
          <Badge>{t("versionsCount", { count: versions })}</Badge>
          <AudienceBadge usableBy={task.usable_by} />
        </span>
      </span>
      {task.mention_name && <span className="truncate text-sm text-muted">@{task.mention_name}</span>}
      {task.description && <span className="line-clamp-2 text-sm">{task.description}</span>}
      <span className="mt-auto pt-2 text-sm text-muted">{facts.filter(Boolean).join(" · ")}</span>
    </Link>
  );
}

const Loading = () => (
  <div className="mt-6 cards">
    <span className="sr-only">{useTranslations("tasks")("loadingTemplates")}</span>
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-28 rounded-xl" />
    ))}
  </div>
);

function Nothing({ search }: { search: string }) {
  const t = useTranslations("tasks");
  return (
    <div className="mt-6 rounded-xl border border-dashed">
      {search ? (
        <EmptyState title={t("noMatches", { search })}>{t("noMatchesHelp")}</EmptyState>
      ) : (
        <EmptyState title={t("empty")} icon={<LayoutTemplate aria-hidden />}>
          {t("emptyHelp")}
        </EmptyState>
      )}
    </div>
  );
}
