"use client";

import { useQuery } from "@tanstack/react-query";
import { filesQuery, type Stored } from "@/components/data/documents";
import { actionsQuery } from "@/components/data/task-actions";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { takes } from "./draft";
import { RunAction } from "./run-action";

type Props = { text?: string; documents?: Stored[]; onClose: () => void };

/** Runs an action on what is there already: the text and the files of a message, or a document. */
export function RunActionOn({ text = "", documents = [], onClose }: Props) {
  const actions = useQuery(actionsQuery);
  const files = useQuery(filesQuery(documents));
  const failed = actions.error ? actions : files.error ? files : undefined;
  const fitting = actions.data?.filter((action) =>
    takes(
      action,
      documents.map(({ file_name }) => file_name),
    ),
  );
  return (
    <Dialog open onClose={onClose} title="Run an action" className="w-[min(36rem,calc(100vw-2rem))]">
      {failed && (
        <ErrorState
          what="It could not be prepared."
          reason={failed.error!.message}
          retry={() => void failed.refetch()}
        />
      )}
      {!failed && !(fitting && files.data) && <Loading label="Preparing it" className="h-40 rounded-xl" />}
      {!failed && fitting?.length === 0 && (
        <EmptyState title="No action fits">None takes files of this type.</EmptyState>
      )}
      {!failed && fitting && fitting.length > 0 && files.data && (
        <RunAction actions={fitting} given={{ text, files: files.data }} onRun={onClose} />
      )}
    </Dialog>
  );
}
