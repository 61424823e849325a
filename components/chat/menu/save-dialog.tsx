"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { listFiles } from "@/components/automation/tasks/save-draft";
import { SaveForm } from "@/components/automation/tasks/save-form";
import { canvasPagesQuery } from "@/components/data/canvas";
import { namesQuery } from "@/components/data/chat-members";
import { chatQuery } from "@/components/data/chats";
import { documentsQuery } from "@/components/data/documents";
import { taskQuery } from "@/components/data/tasks";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState, Loading } from "@/components/ui/states";
import type { ChatName } from "./chat-work";

/** Selects the parts of a chat that become a template visible to the group. */
export function SaveDialog({ chat: { uuid, name }, onClose }: { chat: ChatName; onClose: () => void }) {
  const t = useTranslations("taskSave");
  const problem = useProblem();
  const chat = useQuery(chatQuery(uuid));
  const documents = useInfiniteQuery(documentsQuery({ chat_id: uuid }));
  const pages = useQuery(canvasPagesQuery(uuid));
  const members = useQuery(namesQuery(uuid));
  const sourceId = chat.data?.source_task?.id;
  const task = useQuery({ ...taskQuery(sourceId ?? 0), enabled: sourceId !== undefined });
  const needed = [chat, documents, pages, members, ...(sourceId === undefined ? [] : [task])];
  const failed = needed.find(({ data, error }) => data === undefined && error !== null);
  const isRead = needed.every(({ data }) => data !== undefined);
  const [isBusy, setBusy] = useState(false);
  const form = "save-as-template";
  const version = task.data?.may_change ? task.data : undefined;
  const [isNew, setNew] = useState(false);
  const savesVersion = version !== undefined && !isNew;
  const loading = <Loading label={t("loading")} className="h-64 rounded-xl" />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title", { name })}
      className="w-[min(36rem,calc(100vw-2rem))]"
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy} disabled={!isRead}>
            {savesVersion ? t("saveVersion", { version: version.latest_version_number + 1 }) : t("save")}
          </Button>
        </>
      }
    >
      {failed && (
        <ErrorState
          what={t("failed")}
          reason={problem(failed.error)}
          retry={() => void Promise.all(needed.map((query) => query.refetch()))}
        />
      )}
      {!failed && !isRead && loading}
      {isRead && (
        <Suspense fallback={loading}>
          <SaveForm
            id={form}
            material={{
              chat: chat.data!,
              pages: pages.data!,
              files: listFiles(documents.data!.pages.flat()),
              members: members.data!,
            }}
            version={version}
            onNew={setNew}
            more={
              documents.hasNextPage
                ? { load: () => void documents.fetchNextPage(), isLoading: documents.isFetchingNextPage }
                : undefined
            }
            onBusy={setBusy}
            onClose={onClose}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
