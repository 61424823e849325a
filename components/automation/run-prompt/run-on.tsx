"use client";

import { useQuery } from "@tanstack/react-query";
import { filesQuery, type Stored } from "@/components/data/documents";
import { actionsQuery, canTake } from "@/components/data/task-actions";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { RunAction } from "./run-action";

type RunActionOnProps = { text?: string; documents?: Stored[]; onClose: () => void };

export function RunActionOn({ text = "", documents = [], onClose }: RunActionOnProps) {
  const t = useTranslations("taskActions");
  const problem = useProblem();
  const actions = useQuery(actionsQuery);
  const files = useQuery(filesQuery(documents));
  const failed = actions.error ? actions : files.error ? files : undefined;
  const fitting = actions.data?.filter((action) =>
    canTake(
      action,
      documents.map(({ file_name }) => file_name),
    ),
  );
  return (
    <Dialog open onClose={onClose} title={t("runTitle")} className="w-[min(36rem,calc(100vw-2rem))]">
      {failed && (
        <ErrorState
          what={t("prepareFailed")}
          reason={problem(failed.error)}
          retry={() => void failed.refetch()}
        />
      )}
      {!failed && !(fitting && files.data) && <Loading label={t("preparing")} className="h-40 rounded-xl" />}
      {!failed && fitting?.length === 0 && <EmptyState title={t("noMatch")}>{t("noMatchHelp")}</EmptyState>}
      {!failed && fitting && fitting.length > 0 && files.data && (
        <RunAction actions={fitting} given={{ text, files: files.data }} onRun={onClose} />
      )}
    </Dialog>
  );
}
