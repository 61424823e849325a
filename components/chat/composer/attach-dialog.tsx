"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Attachable, Namesake } from "@/components/data/attachables";
import { attachableSuggestionsQuery } from "@/components/data/suggestions";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { SearchField } from "@/components/ui/search-field";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { useDebounced } from "@/components/ui/use-debounced";
import { AttachableIcon } from "./attachable-icon";

type AttachDialogProps = {
  /** False for the first message of a new chat. */
  isInChat: boolean;
  canAttachCollections: boolean;
  onAttach: (source: Attachable) => void;
  onClose: () => void;
};

export function AttachDialog({ isInChat, canAttachCollections, onAttach, onClose }: AttachDialogProps) {
  const t = useTranslations("composerAttach");
  const problem = useProblem();
  const [typed, setTyped] = useState("");
  const query = useQuery(attachableSuggestionsQuery(useDebounced(typed.trim()), canAttachCollections));
  return (
    <Dialog open onClose={onClose} title={t("title")}>
      <div className="flex flex-col gap-3 p-1">
        {isInChat && <p className="text-sm text-muted">{t("sharedWithChat")}</p>}
        <SearchField
          label={t("search")}
          value={typed}
          onChange={setTyped}
          maxLength={2000}
          className="w-full"
        />
        {query.error ? (
          <ErrorState what={t("failed")} reason={problem(query.error)} retry={() => void query.refetch()} />
        ) : query.isPending ? (
          <Loading label={t("loading")} className="h-40" />
        ) : query.data.length === 0 ? (
          <EmptyState title={t("noMatches")}>{t("noMatchesHelp")}</EmptyState>
        ) : (
          <ul aria-label={t("title")} className="flex flex-col">
            {query.data.map(({ attachable }, at) => (
              <li key={at}>
                <button
                  type="button"
                  onClick={() => {
                    onClose();
                    onAttach(attachable!);
                  }}
                  className="flex w-full items-center gap-3 rounded-lg px-2 py-2 text-start hover:bg-hover pointer-coarse:py-3"
                >
                  <AttachableIcon of={attachable!} />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{attachable!.name}</span>
                    {attachable!.kind === "document" && attachable!.namesake && (
                      <NamesakeNote {...attachable!.namesake} />
                    )}
                  </span>
                  <span className="shrink-0 text-xs text-muted">{t(`kind_${attachable!.kind}`)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function NamesakeNote({ folder, project, createdAt }: Namesake) {
  const t = useTranslations("composerAttach");
  const moments = useMoments();
  return (
    <span className="block text-xs text-muted wrap-anywhere">
      {[project, folder, t("added", { time: moments.time(createdAt) })].filter(Boolean).join(" · ")}
    </span>
  );
}
