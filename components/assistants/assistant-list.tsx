"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";
import { AssistantAvatar } from "./avatar";
import { type Assistant, listed } from "./shape";

/** The team's assistants as cards. */
export function AssistantList({ mayManage }: { mayManage: boolean }) {
  const { data, error, refetch, isPending } = useQuery(listed);
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-5xl px-4 py-6 md:px-8 md:py-10">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <div>
            <h1 className="text-xl font-semibold tracking-tight">Assistants</h1>
            <p className="mt-1 text-sm text-muted">Who answers in your team's chats, and how.</p>
          </div>
          {mayManage && <NewLink />}
        </header>
        {error && (
          <p role="alert" className="mt-6 rounded-xl bg-danger-soft px-4 py-3 text-sm text-danger">
            {error.message}{" "}
            <button type="button" onClick={() => refetch()} className="underline underline-offset-2">
              Try again
            </button>
          </p>
        )}
        {isPending && <Loading />}
        {data?.length === 0 && <Empty mayManage={mayManage} />}
        {data && data.length > 0 && (
          <ul className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {data.map((assistant) => (
              <li key={assistant.id}>
                <Card assistant={assistant} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

const NewLink = () => (
  <Link
    href="/assistants/new"
    className="flex items-center gap-1.5 rounded-lg bg-accent px-3 py-1.5 text-sm font-medium text-on-accent"
  >
    <Plus className="size-4" aria-hidden /> New assistant
  </Link>
);

function Card({
  assistant: { id, name, avatar, mention_name, description, is_default },
}: {
  assistant: Assistant;
}) {
  return (
    <Link
      href={`/assistants/${id}`}
      className="flex h-full gap-3 rounded-xl border border-line p-4 hover:border-line-strong hover:bg-sunken"
    >
      <AssistantAvatar name={name} avatar={avatar} large />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="truncate font-medium">{name}</span>
          {is_default && (
            <span className="shrink-0 rounded-full bg-accent-soft px-2 text-xs leading-5 text-accent">
              Default
            </span>
          )}
        </span>
        {mention_name && <span className="block truncate text-sm text-muted">@{mention_name}</span>}
        {description && <span className="mt-1 line-clamp-2 text-sm">{description}</span>}
      </span>
    </Link>
  );
}

const Loading = () => (
  <div className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-3" aria-hidden>
    {[1, 2, 3].map((key) => (
      <div key={key} className="h-28 animate-pulse rounded-xl bg-sunken" />
    ))}
  </div>
);

const Empty = ({ mayManage }: { mayManage: boolean }) => (
  <div className="mt-6 rounded-xl border border-dashed border-line px-6 py-12 text-center">
    <p className="font-medium">No assistants yet</p>
    <p className="mt-1 mb-4 text-sm text-muted">
      {mayManage
        ? "Give one a name and say how it should answer."
        : "The owner and the admins of your team can make one."}
    </p>
    {mayManage && (
      <div className="flex justify-center">
        <NewLink />
      </div>
    )}
  </div>
);
