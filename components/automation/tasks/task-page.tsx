"use client";

import { useQuery } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import FileIcon from "lucide-react/icons/file";
import LibraryBig from "lucide-react/icons/library-big";
import NotebookPen from "lucide-react/icons/notebook-pen";
import { usePeople } from "@/components/data/people";
import { taskQuery, type WholeTask } from "@/components/data/tasks";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Link } from "@/components/ui/link";
import { Avatar, ErrorState, Loading } from "@/components/ui/states";
import { formatVersion, getFieldLabel } from "./field-texts";
import { StartChat, TaskMenu } from "./task-menu";
import { TaskUse } from "./task-use";
import { Versions } from "./versions";

export function TaskPage({ id }: { id: number }) {
  const t = useTranslations("tasks");
  const problem = useProblem();
  const { data: task, error, refetch } = useQuery(taskQuery(id));
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-4xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <Link href="/tasks" className="flex w-fit items-center gap-1 text-sm text-muted hover:text-ink">
          <ArrowLeft className="size-4" aria-hidden /> {t("title")}
        </Link>
        {error && (
          <ErrorState what={t("templateFailed")} reason={problem(error)} retry={() => void refetch()} />
        )}
        {!task && !error && <Loading label={t("loading")} className="mt-4 h-40 rounded-xl" />}
        {task && (
          <>
            <Head task={task} />
            <Fields task={task} />
            <TaskUse task={task} />
            <Versions task={task} />
          </>
        )}
      </div>
    </div>
  );
}

const Head = ({ task }: { task: WholeTask }) => (
  <header className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-3">
    <div className="min-w-0 flex-1 basis-64">
      <h1 className="text-title wrap-anywhere">{task.name}</h1>
      {task.mention_name && <p className="text-sm text-muted">@{task.mention_name}</p>}
      {task.description && (
        <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">{task.description}</p>
      )}
    </div>
    <div className="flex items-center gap-2">
      <StartChat task={task} />
      {task.may_change && <TaskMenu task={task} />}
    </div>
  </header>
);

function Fields({ task }: { task: WholeTask }) {
  const t = useTranslations("tasks");
  const s = useTranslations("chatSettings");
  const { assistants } = usePeople();
  const texts = formatVersion(s, task, assistants).filter(
    ({ field, text }) =>
      text !== "" && !["documents", "collections", "canvas_pages", "members"].includes(field),
  );
  const isEmpty =
    texts.length + task.documents.length + task.collections.length + task.canvas_pages.length === 0 &&
    !task.includes_members;
  const isLong = (text: string) => text.length > 60 || text.includes("\n");
  const [long, short] = [texts.filter(({ text }) => isLong(text)), texts.filter(({ text }) => !isLong(text))];
  return (
    <section aria-labelledby="fields-title" className="mt-8">
      <h2 id="fields-title" className="font-semibold">
        {t("chatSetup")}
      </h2>
      {isEmpty && <p className="mt-2 text-sm text-muted">{t("plain")}</p>}
      <dl className="mt-3 space-y-4 text-sm">
        {long.map(({ field, text }) => (
          <div key={field}>
            <dt className="text-muted">{getFieldLabel(s, field)}</dt>
            <dd
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
              tabIndex={0}
              className="mt-1 max-h-72 overflow-y-auto rounded-xl border bg-surface px-4 py-3 wrap-anywhere whitespace-pre-wrap"
            >
              {text}
            </dd>
          </div>
        ))}
        <Contents task={task} />
        {task.includes_members && <Members members={task.members} />}
      </dl>
      {short.length > 0 && (
        <dl className="mt-4 grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
          {short.map(({ field, text }) => (
            <div key={field} className="flex justify-between gap-4 border-b pb-2">
              <dt className="text-muted">{getFieldLabel(s, field)}</dt>
              <dd className="min-w-0 text-end wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function Contents({ task }: { task: WholeTask }) {
  const s = useTranslations("chatSettings");
  return (
    <>
      {task.documents.length > 0 && (
        <div>
          <dt className="text-muted">{s("documents")}</dt>
          <dd>
            <ul className="mt-1 flex flex-wrap gap-2">
              {task.documents.map(({ document_id, file_name }) => (
                <li
                  key={document_id}
                  className="flex max-w-full items-center gap-2 rounded-lg border bg-surface px-2.5 py-1.5"
                >
                  <FileIcon className="size-4 shrink-0 text-muted" aria-hidden />
                  <span className="truncate">{file_name}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      {task.collections.length > 0 && (
        <div>
          <dt className="text-muted">{s("collections")}</dt>
          <dd>
            <ul className="mt-1 flex flex-wrap gap-2">
              {task.collections.map(({ id, name }) => (
                <li key={id} className="max-w-full">
                  <Link
                    href={`/documents/collections/${id}`}
                    className="flex items-center gap-2 rounded-lg border bg-surface px-2.5 py-1.5 hover:bg-hover"
                  >
                    <LibraryBig className="size-4 shrink-0 text-muted" aria-hidden />
                    <span className="truncate">{name}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      {task.canvas_pages.length > 0 && (
        <div>
          <dt className="text-muted">{s("canvas_pages")}</dt>
          <dd>
            <ul className="mt-1 flex flex-wrap gap-2">
              {task.canvas_pages.map(({ title }, at) => (
                <li
                  key={at}
                  className="flex max-w-full items-center gap-2 rounded-lg border bg-surface px-2.5 py-1.5"
                >
                  <NotebookPen className="size-4 shrink-0 text-muted" aria-hidden />
                  <span className="truncate">{title}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </>
  );
}

function Members({ members }: { members: WholeTask["members"] }) {
  const t = useTranslations("tasks");
  const s = useTranslations("chatSettings");
  return (
    <div>
      <dt className="text-muted">{s("members")}</dt>
      <dd>
        <p>{t(members.length > 0 ? "membersHelp" : "noMembers")}</p>
        {members.length > 0 && (
          <ul className="mt-1 flex flex-wrap gap-2">
            {members.map(({ id, full_name, avatar_url }) => (
              <li
                key={id}
                className="flex max-w-full items-center gap-2 rounded-lg border bg-surface px-2.5 py-1.5"
              >
                <Avatar name={full_name} url={avatar_url} className="size-5 text-[0.625rem]" />
                <span className="truncate">{full_name}</span>
              </li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}
