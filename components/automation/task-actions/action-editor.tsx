"use client";

import { useQueryClient } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type Action, refreshActions } from "@/components/data/task-actions";
import { useTranslations } from "@/components/i18n/words";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Link } from "@/components/ui/link";
import { useToast } from "@/components/ui/toast";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { call } from "@/lib/api/client";
import { taskActionsApi } from "@/lib/automation/task-actions/operations";
import { ActionForm } from "./action-form";
import { type ActionDraft, toDraft } from "./draft";
import { TryAction } from "./try-action";

type ActionEditorProps = { saved?: Action; isAdmin: boolean; canShare: boolean };

export function ActionEditor({ saved: given, isAdmin, canShare }: ActionEditorProps) {
  const t = useTranslations("taskActions");
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [saved, setSaved] = useState(given);
  const [draft, setDraft] = useState(() => toDraft(given, isAdmin));
  const [isMoving, setIsMoving] = useState(false);
  const isDirty = !isMoving && JSON.stringify(draft) !== JSON.stringify(toDraft(saved, isAdmin));
  const guard = useUnsavedGuard(isDirty, t("leave"));
  const changed = async () => {
    await refreshActions(client);
    router.refresh();
  };

  async function onSaved(action: Action, sent: ActionDraft) {
    // Keeps input typed during the request.
    setDraft((now) => (now === sent ? toDraft(action, isAdmin) : now));
    if (saved) setSaved(action);
    else {
      guard.lift();
      setIsMoving(true);
      toast(t("created", { name: action.name }));
      router.replace(`/task-actions/${action.id}`);
    }
    await changed();
  }
  async function remove() {
    await call(taskActionsApi.deleteTaskAction, { params: { id: saved!.id } });
    guard.lift();
    await changed();
    router.push("/task-actions");
  }

  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-6xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <header className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1">
            <Link
              href="/task-actions"
              className="flex w-fit items-center gap-1 text-sm text-muted hover:text-ink"
            >
              <ArrowLeft className="size-4" aria-hidden /> {t("title")}
            </Link>
            <h1 className="mt-1 truncate text-title">{saved?.name ?? t("new")}</h1>
          </div>
          {saved && (
            <ConfirmButton
              action={t("delete")}
              question={t("deleteTitle", { name: saved.name })}
              onConfirm={remove}
            >
              {t("deleteHelp")}
            </ConfirmButton>
          )}
        </header>
        <div className="grid gap-8 lg:grid-cols-[1fr_24rem]">
          <ActionForm
            draft={draft}
            setDraft={setDraft}
            saved={saved}
            isDirty={isDirty}
            isMoving={isMoving}
            canShare={canShare}
            onSaved={onSaved}
          />
          <section
            aria-labelledby="try-title"
            className="h-fit rounded-xl border bg-surface p-4 lg:sticky lg:top-6"
          >
            <h2 id="try-title" className="mb-3 text-sm font-medium">
              {t("tryIt")}
            </h2>
            <TryAction draft={draft} />
          </section>
        </div>
      </div>
    </div>
  );
}
