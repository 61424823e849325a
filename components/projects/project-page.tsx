"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Archive from "lucide-react/icons/archive";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Ellipsis from "lucide-react/icons/ellipsis";
import MessageSquarePlus from "lucide-react/icons/message-square-plus";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { chatsQuery } from "@/components/data/chats";
import { memoriesOfProjectQuery } from "@/components/data/memories";
import { usePeople } from "@/components/data/people";
import { type Project, projectQuery } from "@/components/data/workspaces";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { AudienceBadge, Creator } from "@/components/people/audience";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import { LoadError, QueryBoundary } from "@/components/ui/read";
import { Rows, Section } from "@/components/ui/section";
import { Badge, Loading } from "@/components/ui/states";
import { useBusy } from "@/components/ui/use-busy";
import { ProjectIcon } from "./project-icon";
import { useProjectActions } from "./use-project-actions";

const ProjectFiles = lazy(() => import("./project-files").then((file) => ({ default: file.ProjectFiles })));
const ProjectForm = lazy(() => import("./project-form").then((file) => ({ default: file.ProjectForm })));

export function ProjectPage({ id }: { id: string }) {
  const t = useTranslations("projects");
  const read = useQuery(projectQuery(id));
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-4xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <Link href="/projects" className="flex w-fit items-center gap-1 text-sm text-muted hover:text-ink">
          <ArrowLeft className="size-4" aria-hidden /> {t("title")}
        </Link>
        <QueryBoundary query={read} loading={t("loading")} className="mt-4 h-40 rounded-xl">
          {(project) => (
            <>
              <Head project={project} />
              <Chats project={project} />
              <Suspense fallback={<Loading label={t("loadingFiles")} className="mt-8 h-28 rounded-xl" />}>
                <ProjectFiles project={project} />
              </Suspense>
              <Setup project={project} />
              <Memories project={project} />
            </>
          )}
        </QueryBoundary>
      </div>
    </div>
  );
}

function Head({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const router = useRouter();
  const { me } = usePeople();
  const [isEditing, setEditing] = useState(false);
  const { beginChat, archive, remove } = useProjectActions(project);
  const { busy, doing } = useBusy<"begin">();
  const { is_archived: isArchived } = project;
  return (
    <header className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-3">
      <ProjectIcon icon={project.icon} color={project.color} className="mt-1 size-8 text-2xl" />
      <div className="min-w-0 flex-1 basis-56">
        <h1 dir="auto" className="flex flex-wrap items-center gap-2 text-title wrap-anywhere">
          {project.name}
          {(project.usable_by !== "creator" || project.created_by?.id === me.id) && (
            <AudienceBadge usableBy={project.usable_by} />
          )}
          {isArchived && <Badge>{t("isArchived")}</Badge>}
        </h1>
        {project.description && <p className="mt-1 text-sm wrap-anywhere">{project.description}</p>}
        <Creator of={project.created_by} />
      </div>
      <div className="flex items-center gap-2">
        {project.may_use && (
          <Button variant="primary" busy={busy !== undefined} onClick={() => doing("begin", beginChat)}>
            <MessageSquarePlus className="size-4" aria-hidden /> {t("newChat")}
          </Button>
        )}
        {project.may_change && (
          <Menu
            label={t("actions")}
            trigger={<Ellipsis className="size-4.5" aria-hidden />}
            className="inline-flex size-10 items-center justify-center rounded-lg border bg-surface text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
            items={[
              { label: t("edit"), icon: <Pencil aria-hidden />, onSelect: () => setEditing(true) },
              {
                label: t(isArchived ? "unarchive" : "archive"),
                icon: <Archive aria-hidden />,
                onSelect: () => void archive(!isArchived),
              },
              "separator",
              {
                label: t("delete"),
                icon: <Trash2 aria-hidden />,
                danger: true,
                onSelect: () => void remove(() => router.push("/projects")),
              },
            ]}
          />
        )}
      </div>
      {isEditing && (
        <Suspense>
          <ProjectForm
            project={project}
            onSaved={() => setEditing(false)}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </header>
  );
}

function Chats({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const moments = useMoments();
  const list = useInfiniteQuery(chatsQuery({ chat_workspace_id: project.uuid }));
  const chats = list.data?.pages.flat();
  return (
    <Section title={t("chats")}>
      {list.isPending && <Loading label={t("loadingChats")} className="mt-3 h-28 rounded-xl" />}
      {list.error && <LoadError error={list.error} retry={() => void list.refetch()} />}
      {chats?.length === 0 && <p className="mt-2 text-sm text-muted">{t("noChats")}</p>}
      {chats && chats.length > 0 && (
        <Rows label={t("chats")} className="mt-3">
          {chats.map(({ uuid, name, last_message, last_activity_at }) => (
            <li key={uuid}>
              <Link
                href={`/chats/${uuid}`}
                className="flex min-h-11 items-baseline gap-3 px-4 py-2.5 hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate font-medium">
                    {name}
                  </span>
                  {last_message && (
                    <span dir="auto" className="block truncate text-sm text-muted">
                      {last_message.message}
                    </span>
                  )}
                </span>
                <span className="shrink-0 text-sm text-muted">{moments.day(last_activity_at)}</span>
              </Link>
            </li>
          ))}
        </Rows>
      )}
      {list.hasNextPage && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("moreChats")}
        </Button>
      )}
    </Section>
  );
}

function Setup({ project: { instructions, virtual_assistant, model, collections } }: { project: Project }) {
  const t = useTranslations("projects");
  const facts = [
    { name: t("assistant"), value: virtual_assistant?.name ?? t("groupDefault") },
    { name: t("model"), value: model ?? t("fromAssistant") },
  ];
  return (
    <Section title={t("setup")}>
      <dl className="mt-3 space-y-4 text-sm">
        {instructions && (
          <div>
            <dt className="text-muted">{t("instructions")}</dt>
            <dd
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
              tabIndex={0}
              className="mt-1 max-h-72 overflow-y-auto rounded-xl border bg-surface px-4 py-3 wrap-anywhere whitespace-pre-wrap"
            >
              {instructions}
            </dd>
          </div>
        )}
        {facts.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-4 border-b pb-2">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 text-end wrap-anywhere">{value}</dd>
          </div>
        ))}
        {collections.length > 0 && (
          <div>
            <dt className="text-muted">{t("collections")}</dt>
            {collections.map(({ id, name }) => (
              <dd key={id} className="mt-1">
                <Link href={`/documents/collections/${id}`} className="underline underline-offset-2">
                  {name}
                </Link>
              </dd>
            ))}
          </div>
        )}
      </dl>
    </Section>
  );
}

function Memories({ project: { id } }: { project: Project }) {
  const t = useTranslations("projects");
  const { data = [] } = useQuery(memoriesOfProjectQuery(id));
  return (
    <Section title={t("memories")} help={t("memoriesHelp")}>
      {data.length > 0 && (
        <Rows label={t("memories")} className="mt-3">
          {data.map((memory) => (
            <li key={memory.id} className="px-4 py-2.5 text-sm wrap-anywhere">
              {memory.text}
            </li>
          ))}
        </Rows>
      )}
      <Link href="/settings/memory" className="mt-3 inline-block text-sm underline underline-offset-2">
        {t("manageMemories")}
      </Link>
    </Section>
  );
}
