"use client";

import { useQuery } from "@tanstack/react-query";
import Info from "lucide-react/icons/info";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import { type Assistant, assistantsQuery } from "@/components/data/assistants";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { AudienceBadge, Creator } from "@/components/people/audience";
import { getButtonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Avatar, Badge, EmptyState, ErrorState, Skeleton } from "@/components/ui/states";
import { ImportAssistant } from "./import-assistant";

export function AssistantList({ canCreate }: { canCreate: boolean }) {
  const t = useTranslations("assistants");
  const problem = useProblem();
  const { data, error, refetch, isPending } = useQuery(assistantsQuery);
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-5xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <div>
            <h1 className="text-title">{t("title")}</h1>
            <p className="mt-1 text-sm text-muted">{t("subtitle")}</p>
          </div>
          {canCreate && (
            <div className="flex flex-wrap gap-2">
              <ImportAssistant />
              <NewLink />
            </div>
          )}
        </header>
        {error && <ErrorState what={t("failed")} reason={problem(error)} retry={() => void refetch()} />}
        {isPending && <Loading />}
        {data?.length === 0 && <Empty canCreate={canCreate} />}
        {data && data.length > 0 && (
          <ul className="mt-6 cards">
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
  <Link href="/assistants/new" className={getButtonClass({ variant: "primary" })}>
    <Plus className="size-4" aria-hidden /> {useTranslations("assistants")("new")}
  </Link>
);

// Starts a chat with the assistant on click; a separate button opens its page.
function Card({ assistant }: { assistant: Assistant }) {
  const t = useTranslations("assistants");
  const { id, name, avatar, avatar_url, mention_name, description, is_default, may_change } = assistant;
  const label = t(may_change ? "edit" : "details", { name });
  return (
    <div className="relative flex h-full gap-3 rounded-xl border bg-surface p-4 transition-colors hover:border-line-strong hover:bg-hover">
      <Avatar name={name} emoji={avatar} url={avatar_url} className="size-11 text-lg" />
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="flex items-center gap-2">
          <Link
            href={`/?assistant=${id}`}
            // Stretches the link over the whole card.
            className="truncate font-medium after:absolute after:inset-0"
          >
            {t.rich("chatWith", { name, hidden: (text) => <span className="sr-only">{text}</span> })}
          </Link>
          {is_default && <Badge tone="accent">{t("default")}</Badge>}
          <AudienceBadge usableBy={assistant.usable_by} />
        </p>
        {mention_name && <p className="truncate text-sm text-muted">@{mention_name}</p>}
        {description && <p className="mt-1 line-clamp-2 text-sm">{description}</p>}
        <Creator of={assistant.created_by} />
      </div>
      <Link
        href={`/assistants/${id}`}
        aria-label={label}
        title={label}
        className="relative -me-2 -mt-2 inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      >
        {may_change ? <Pencil className="size-4.5" aria-hidden /> : <Info className="size-4.5" aria-hidden />}
      </Link>
    </div>
  );
}

const Loading = () => (
  <div role="status" className="mt-6 cards">
    <span className="sr-only">{useTranslations("assistants")("loading")}</span>
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-28 rounded-xl" />
    ))}
  </div>
);

function Empty({ canCreate }: { canCreate: boolean }) {
  const t = useTranslations("assistants");
  return (
    <div className="mt-6 rounded-xl border border-dashed">
      <EmptyState title={t("empty")} action={canCreate && <NewLink />}>
        {t(canCreate ? "emptyHelp" : "emptyForMembers")}
      </EmptyState>
    </div>
  );
}
