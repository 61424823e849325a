"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import LayoutTemplate from "lucide-react/icons/layout-template";
import { useState } from "react";
import { refreshTaskUse, updatesQuery } from "@/components/data/tasks";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { chatTasksApi } from "@/lib/automation/tasks/operations";
import { listFormat } from "@/lib/platform/words/translate";
import { getFieldLabel } from "./field-texts";

type TaskSource = { id: number; name: string; version_number: number; latest_version_number: number };
type SourcedChat = { uuid: string; my_role: "owner" | "admin" | "member"; source_task: TaskSource | null };

export function TaskUpdate({ chat }: { chat: SourcedChat }) {
  const { source_task: task } = chat;
  const [refused, setRefused] = useState<number>();
  const isNewer = task !== null && task.latest_version_number > task.version_number;
  if (!isNewer || chat.my_role === "member" || refused === task.latest_version_number) return null;
  return <Notice chat={chat} task={task} onRefuse={() => setRefused(task.latest_version_number)} />;
}

function Notice({ chat, task, onRefuse }: { chat: SourcedChat; task: TaskSource; onRefuse: () => void }) {
  const t = useTranslations("taskUpdate");
  const s = useTranslations("chatSettings");
  const client = useQueryClient();
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const { data } = useQuery(updatesQuery(chat.uuid));
  const fields = data?.changed_fields.map((field) => getFieldLabel(s, field)) ?? [];
  const says = !data ? "newer" : fields.length > 0 ? "newerChanges" : "newerSame";
  const update = async () => {
    setIsBusy(true);
    try {
      await call(chatTasksApi.updateFromTask, { params: { chat_id: chat.uuid } });
      await refreshTaskUse(client);
      toast(t("updated", { version: task.latest_version_number, name: task.name }));
    } catch (error) {
      toast(error as Error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <section
      aria-label={t("title")}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-accent-soft px-4 py-2 text-sm md:px-5"
    >
      <LayoutTemplate className="size-4 shrink-0 text-accent" aria-hidden />
      <p className="min-w-0 flex-1 basis-52 wrap-anywhere">
        {t.rich(says, {
          name: task.name,
          fields: listFormat(t.locale, { type: "unit" }).format(fields),
          link: (text) => (
            <Link href={`/tasks/${task.id}`} className="font-medium underline underline-offset-2">
              {text}
            </Link>
          ),
        })}
      </p>
      <div className="flex gap-2">
        <Button size="small" variant="primary" busy={isBusy} onClick={() => void update()}>
          {t("update")}
        </Button>
        <Button size="small" variant="quiet" onClick={onRefuse}>
          {t("dismiss")}
        </Button>
      </div>
    </section>
  );
}
