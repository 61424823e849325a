import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type MemoryItem, refreshMemories } from "@/components/data/memories";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { deleteWithUndo, finishDeletions, isDeletionPending } from "@/components/ui/delete-with-undo";
import { useToast } from "@/components/ui/toast";
import { buildPath, call } from "@/lib/api/client";
import { memoriesApi } from "@/lib/chat/memories/operations";

// Hides a deleted memory until its toast ends, which deletes it or offers to undo it.
export function useMemoryDeletion() {
  const t = useTranslations("settingsMemory");
  const client = useQueryClient();
  const toast = useToast();
  const problem = useProblem();
  const [hidden, setHidden] = useState<number[]>([]);
  const remove = ({ id }: MemoryItem) => {
    const show = () => setHidden((all) => all.filter((other) => other !== id));
    const params = { id };
    setHidden((all) => [...all, id]);
    deleteWithUndo(
      {
        path: getPath(id),
        text: t("deleted"),
        undo: t("undo"),
        remove: async () => {
          await call(memoriesApi.deleteMemory, { params });
          await refreshMemories(client);
        },
        onUndone: show,
        onFailed: (error) => {
          show();
          toast({ text: t("notDeleted", { problem: problem(error) }), isFailure: true });
        },
      },
      toast,
    );
  };
  // A deletion is still pending after this page was left and opened again.
  const isHidden = ({ id }: MemoryItem) => hidden.includes(id) || isDeletionPending(getPath(id));
  return { isHidden, remove };
}

const getPath = (id: number) => buildPath(memoriesApi.deleteMemory, { params: { id } });

// The server deletes all and restores them. A deletion that waits in the browser could meet another group or newer memories.
export function useDeleteAllMemories(): () => Promise<void> {
  const t = useTranslations("settingsMemory");
  const client = useQueryClient();
  const toast = useToast();
  const problem = useProblem();
  const undo = { label: t("undo"), run: () => void restore() };
  const restore = async () => {
    try {
      const { restored } = await call(memoriesApi.restoreMemories, {});
      toast(restored > 0 ? t("restored") : { text: t("restoreTooLate"), isFailure: true });
      await refreshMemories(client);
    } catch (error) {
      toast({ text: t("notRestored", { problem: problem(error) }), isFailure: true, action: undo });
    }
  };
  return async () => {
    await finishDeletions();
    const { deleted } = await call(memoriesApi.deleteMemories, {});
    if (deleted > 0) toast({ text: t("allDeleted"), action: undo });
    await refreshMemories(client);
  };
}
