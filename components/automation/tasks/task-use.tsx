"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { z } from "zod";
import { refreshTaskUse, taskUseQuery, type WholeTask } from "@/components/data/tasks";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Link } from "@/components/ui/link";
import { Badge, ErrorState, Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import type { TaskUse as TaskUseSchema } from "@/lib/automation/tasks/contract";
import { chatTasksApi, tasksApi } from "@/lib/automation/tasks/operations";
import type { Translate } from "@/lib/platform/words/translate";

type Use = z.output<typeof TaskUseSchema>;
type TaskTranslate = Translate<"tasks">;

export function TaskUse({ task }: { task: WholeTask }) {
  const t = useTranslations("tasks");
  const problem = useProblem();
  const { data, error, refetch } = useQuery(taskUseQuery(task.id));
  return (
    <section aria-labelledby="use-title" className="mt-10">
      <h2 id="use-title" className="font-semibold">
        {t("usedBy")}
      </h2>
      {error && <ErrorState what={t("chatsFailed")} reason={problem(error)} retry={() => void refetch()} />}
      {!data && !error && <Loading label={t("loadingChats")} className="mt-3 h-16 rounded-xl" />}
      {data && data.chats.length > 0 && (
        <ul
          aria-label={t("usedBy")}
          className="mt-3 max-h-96 divide-y overflow-y-auto rounded-xl border bg-surface"
        >
          {data.chats.map((chat) => (
            <UsedIn key={chat.id} chat={chat} latest={task.latest_version_number} />
          ))}
        </ul>
      )}
      {data && <p className="mt-3 text-sm text-muted">{unlisted(t, data)}</p>}
      {data && <UpdateAll task={task} use={data} />}
    </section>
  );
}

function unlisted(t: TaskTranslate, { count, chats, others_count: others }: Use): string {
  if (count === 0) return others === 0 ? t("noChats") : t("otherChats", { count: others });
  return [
    count > chats.length && t("latestChats", { count: chats.length }),
    others > 0 && t("otherChatsToo", { count: others }),
  ]
    .filter(Boolean)
    .join(" ");
}

type UsingChat = { uuid: string; name: string; version_number: number; may_change: boolean };

function UsedIn({ chat, latest }: { chat: UsingChat; latest: number }) {
  const t = useTranslations("tasks");
  const update = useUpdate(() => call(chatTasksApi.updateFromTask, { params: { chat_id: chat.uuid } }));
  const isOld = chat.version_number < latest;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      <Link href={`/chats/${chat.uuid}`} className="min-w-0 flex-1 truncate font-medium hover:underline">
        {chat.name}
      </Link>
      {isOld ? (
        <span className="text-muted">{t("version", { version: chat.version_number })}</span>
      ) : (
        <Badge>{t("upToDate")}</Badge>
      )}
      {isOld && chat.may_change && (
        <Button
          size="small"
          aria-label={t("updateNamed", { name: chat.name })}
          busy={update.isPending}
          onClick={() => update.mutate()}
        >
          {t("update")}
        </Button>
      )}
    </li>
  );
}

function UpdateAll({ task, use: { outdated_count: count, update } }: { task: WholeTask; use: Use }) {
  const t = useTranslations("tasks");
  const confirm = useConfirm();
  const params = { id: task.id };
  const start = useUpdate(() => call(tasksApi.updateTaskChats, { params }));
  const cancel = useUpdate(() => call(tasksApi.cancelTaskChats, { params }));
  const isRunning = update?.state === "running";
  useReadAnewAfter(isRunning);
  const ask = () =>
    confirm({
      title: t("updateAllTitle", { count, version: task.latest_version_number }),
      text: t("updateAllHelp"),
      action: t("updateAll", { count }),
      onConfirm: async () => start.mutate(),
    });
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      {isRunning ? (
        <Button onClick={() => cancel.mutate()} busy={cancel.isPending}>
          {t("cancel")}
        </Button>
      ) : (
        count > 0 && (
          <Button onClick={ask} busy={start.isPending}>
            {t("updateAll", { count })}
          </Button>
        )
      )}
      <p role="status" className="text-sm text-muted">
        {update && formatUpdate(t, update)}
      </p>
      {isRunning && (
        <div
          role="progressbar"
          aria-label={t("updating")}
          aria-valuenow={update.updated}
          aria-valuemax={update.total}
          className="h-2 w-full overflow-hidden rounded-full bg-sunken"
        >
          <div className="h-full bg-accent" style={{ width: `${(update.updated / update.total) * 100}%` }} />
        </div>
      )}
    </div>
  );
}

function formatUpdate(
  t: TaskTranslate,
  { state, total, updated, started_at }: NonNullable<Use["update"]>,
): string {
  if (state === "running") return t("updatingProgress", { updated, total });
  if (total === 0 || Date.now() - Date.parse(started_at) > OUTCOME_VISIBLE_MS) return "";
  if (state === "cancelled") return t("cancelled", { updated, total });
  return t("updated", { count: updated });
}
const OUTCOME_VISIBLE_MS = 3_600_000;

function useReadAnewAfter(isRunning: boolean) {
  const client = useQueryClient();
  const before = useRef(isRunning);
  useEffect(() => {
    if (before.current && !isRunning) void refreshTaskUse(client);
    before.current = isRunning;
  }, [isRunning, client]);
}

function useUpdate(update: () => Promise<unknown>) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: update,
    onError: toast,
    onSettled: () => refreshTaskUse(client),
  });
}
