"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { z } from "zod";
import { refreshTaskUse, taskUseQuery, type WholeTask } from "@/components/data/tasks";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Link } from "@/components/ui/link";
import { Badge, ErrorState, Loading } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { chatTasksApi, type TaskUse as TaskUseSchema, tasksApi } from "@/lib/automation/tasks/contract";

type Use = z.output<typeof TaskUseSchema>;

const chatsOf = (count: number) => `${count} ${count === 1 ? "chat" : "chats"}`;

/** The chats that were made from a task, and a way to bring them up to its latest version. */
export function TaskUse({ task }: { task: WholeTask }) {
  const { data, error, refetch } = useQuery(taskUseQuery(task.id));
  return (
    <section aria-labelledby="use-title" className="mt-10">
      <h2 id="use-title" className="font-semibold">
        Where it is used
      </h2>
      {error && (
        <ErrorState what="The chats could not be read." reason={error.message} retry={() => void refetch()} />
      )}
      {!data && !error && <Loading label="Loading the chats" className="mt-3 h-16 rounded-xl" />}
      {data && data.chats.length > 0 && (
        <ul
          aria-label="Chats of this template"
          className="mt-3 max-h-96 divide-y overflow-y-auto rounded-xl border bg-surface"
        >
          {data.chats.map((chat) => (
            <UsedIn key={chat.id} chat={chat} latest={task.latest_version_number} />
          ))}
        </ul>
      )}
      {data && (
        <p className="mt-3 text-sm text-muted">
          {data.count > data.chats.length && `These are the ${data.chats.length} that were used last. `}
          {data.count === 0 && data.others_count === 0 && "No chat was made from it yet."}
          {data.others_count > 0 &&
            `${data.count > 0 ? "And " : ""}${chatsOf(data.others_count)} that you are not in.`}
        </p>
      )}
      {data && <UpdateAll task={task} use={data} />}
    </section>
  );
}

type Chat = { uuid: string; name: string; version_number: number; may_change: boolean };

function UsedIn({ chat, latest }: { chat: Chat; latest: number }) {
  const update = useUpdate(() => call(chatTasksApi.updateFromTask, { params: { chat_id: chat.uuid } }));
  const isOld = chat.version_number < latest;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      <Link href={`/chats/${chat.uuid}`} className="min-w-0 flex-1 truncate font-medium hover:underline">
        {chat.name}
      </Link>
      {isOld ? <span className="text-muted">Version {chat.version_number}</span> : <Badge>Up to date</Badge>}
      {isOld && chat.may_change && (
        <Button
          size="small"
          aria-label={`Update “${chat.name}”`}
          busy={update.isPending}
          onClick={() => update.mutate()}
        >
          Update
        </Button>
      )}
    </li>
  );
}

/** Has all chats updated in the background, and shows how far that is. */
function UpdateAll({ task, use: { outdated_count: count, update } }: { task: WholeTask; use: Use }) {
  const confirm = useConfirm();
  const params = { id: task.id };
  const start = useUpdate(() => call(tasksApi.updateTaskChats, { params }));
  const cancel = useUpdate(() => call(tasksApi.cancelTaskChats, { params }));
  const isRunning = update?.state === "running";
  useReadAnewAfter(isRunning);
  const ask = () =>
    confirm({
      title: `Update ${chatsOf(count)} to version ${task.latest_version_number}?`,
      text: "These are the chats with an older version that you may change. What the template has changed since then is changed in them too; files and collections that it has gained are added. Their messages, and what the template did not change, stay.",
      action: `Update ${chatsOf(count)}`,
      onConfirm: async () => start.mutate(),
    });
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      {isRunning ? (
        <Button onClick={() => cancel.mutate()} busy={cancel.isPending}>
          Cancel
        </Button>
      ) : (
        count > 0 && (
          <Button onClick={ask} busy={start.isPending}>
            Update {chatsOf(count)}
          </Button>
        )
      )}
      <p role="status" className="text-sm text-muted">
        {update && said(update)}
      </p>
      {isRunning && (
        <div
          role="progressbar"
          aria-label="Chats that are updated"
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

/** What came of the latest update; nothing of one long ago. */
function said({ state, total, updated, started_at }: NonNullable<Use["update"]>): string {
  if (state === "running") return `${updated} of ${total}`;
  if (total === 0 || Date.now() - Date.parse(started_at) > SAID_FOR) return "";
  if (state === "cancelled") return `Stopped after ${updated} of ${chatsOf(total)}.`;
  return `${chatsOf(updated)} ${updated === 1 ? "was" : "were"} updated.`;
}
const SAID_FOR = 3_600_000;

/** When the update is over, what shows chats is read anew. */
function useReadAnewAfter(isRunning: boolean) {
  const client = useQueryClient();
  const before = useRef(isRunning);
  useEffect(() => {
    if (before.current && !isRunning) void refreshTaskUse(client);
    before.current = isRunning;
  }, [isRunning, client]);
}

/** Updates chats, and reads anew what shows them. */
function useUpdate(update: () => Promise<unknown>) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: update,
    onError: toast,
    onSettled: () => refreshTaskUse(client),
  });
}
