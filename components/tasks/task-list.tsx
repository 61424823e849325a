"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import LayoutTemplate from "lucide-react/icons/layout-template";
import Search from "lucide-react/icons/search";
import { useDeferredValue, useState } from "react";
import { type TaskItem, tasksQuery } from "@/components/data/tasks";
import { Link } from "@/components/ui/link";
import { Badge, EmptyState, ErrorState, Skeleton } from "@/components/ui/states";
import { day, useTimeZone } from "@/components/workspace/time";

/** The group's library of tasks, with its search. */
export function TaskList() {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data, error, refetch, isPending } = useQuery({
    ...tasksQuery(search),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-5xl px-4 py-6 md:px-8 md:py-10">
        <header className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h1 className="text-title">Templates</h1>
            <p className="mt-1 text-sm text-muted">Chats that were saved to start others from.</p>
          </div>
          <div className="relative w-full sm:w-64">
            <Search className="pointer-events-none absolute top-3 left-3 size-4 text-muted" aria-hidden />
            <input
              type="search"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              aria-label="Search templates"
              placeholder="Search templates"
              maxLength={200}
              className="h-10 w-full rounded-lg border border-line-strong bg-surface pr-3 pl-9 text-sm"
            />
          </div>
        </header>
        {error && (
          <ErrorState
            what="The templates could not be read."
            reason={error.message}
            retry={() => void refetch()}
          />
        )}
        {isPending && <Loading />}
        {data?.length === 0 && <Nothing search={search} />}
        {data && data.length > 0 && (
          <ul aria-label="Templates" className="mt-6 cards">
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
  const timeZone = useTimeZone();
  const { latest_version_number: versions, documents_count: files } = task;
  return (
    <Link
      href={`/tasks/${task.id}`}
      className="flex h-full flex-col gap-1 rounded-xl border bg-surface p-4 transition-colors hover:border-line-strong hover:bg-hover"
    >
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{task.name}</span>
        <span className="shrink-0">
          <Badge>
            {versions} {versions === 1 ? "version" : "versions"}
          </Badge>
        </span>
      </span>
      {task.mention_name && <span className="truncate text-sm text-muted">@{task.mention_name}</span>}
      {task.description && <span className="line-clamp-2 text-sm">{task.description}</span>}
      <span className="mt-auto pt-2 text-sm text-muted">
        {[
          task.created_by?.full_name,
          day(task.updated_at, timeZone),
          files > 0 && `${files} ${files === 1 ? "file" : "files"}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </Link>
  );
}

const Loading = () => (
  <div className="mt-6 cards">
    <span className="sr-only">Loading the templates</span>
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-28 rounded-xl" />
    ))}
  </div>
);

const Nothing = ({ search }: { search: string }) => (
  <div className="mt-6 rounded-xl border border-dashed">
    {search ? (
      <EmptyState title={`No template is called “${search}”`}>
        The search looks at names and descriptions.
      </EmptyState>
    ) : (
      <EmptyState title="No templates yet" icon={<LayoutTemplate aria-hidden />}>
        Set up a chat the way you want it: its goal, assistant, notes and files. Then choose “Save as
        template” in its menu, and everybody in your group can start chats from it.
      </EmptyState>
    )}
  </div>
);
