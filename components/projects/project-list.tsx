"use client";

import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type Workspace, workspacesQuery } from "@/components/data/workspaces";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { AudienceBadge } from "@/components/people/audience";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { ProjectForm } from "./project-form";
import { ProjectIcon } from "./project-icon";

export function ProjectList() {
  const t = useTranslations("projects");
  const problem = useProblem();
  const router = useRouter();
  const { data, error, refetch, isPending } = useQuery(workspacesQuery);
  const [isNew, setNew] = useState(false);
  const current = data?.filter(({ is_archived }) => !is_archived) ?? [];
  const archived = data?.filter(({ is_archived }) => is_archived) ?? [];
  const newButton = (
    <Button variant="primary" onClick={() => setNew(true)}>
      <Plus className="size-4" aria-hidden /> {t("new")}
    </Button>
  );
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-5xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <div>
            <h1 className="text-title">{t("title")}</h1>
            <p className="mt-1 text-sm text-muted">{t("subtitle")}</p>
          </div>
          {newButton}
        </header>
        {error && <ErrorState what={t("failed")} reason={problem(error)} retry={() => void refetch()} />}
        {isPending && <Loading label={t("loading")} className="mt-6 h-28 rounded-xl" />}
        {data?.length === 0 && (
          <div className="mt-6 rounded-xl border border-dashed">
            <EmptyState title={t("empty")} action={newButton}>
              {t("emptyHelp")}
            </EmptyState>
          </div>
        )}
        <Cards projects={current} />
        {archived.length > 0 && (
          <Section title={t("archived")}>
            <Cards projects={archived} />
          </Section>
        )}
      </div>
      {isNew && (
        <ProjectForm onSaved={({ uuid }) => router.push(`/projects/${uuid}`)} onClose={() => setNew(false)} />
      )}
    </div>
  );
}

function Cards({ projects }: { projects: Workspace[] }) {
  const t = useTranslations("projects");
  if (projects.length === 0) return null;
  return (
    <ul className="mt-6 cards">
      {projects.map(({ id, uuid, name, icon, color, chats_count, usable_by }) => (
        <li key={id} className="min-w-0">
          <Link
            href={`/projects/${uuid}`}
            className="flex h-full items-start gap-3 rounded-xl border bg-surface p-4 transition-colors hover:border-line-strong hover:bg-hover"
          >
            <ProjectIcon icon={icon} color={color} className="size-6 text-xl" />
            <span className="min-w-0 flex-1">
              <span className="flex items-center gap-2">
                <span dir="auto" className="truncate font-medium">
                  {name}
                </span>
                {usable_by !== "creator" && <AudienceBadge usableBy={usable_by} />}
              </span>
              <span className="block text-sm text-muted">{t("chatsCount", { count: chats_count })}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
