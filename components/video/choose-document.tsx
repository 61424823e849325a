"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type DocumentItem, documentsQuery } from "@/components/data/documents";
import { formatFileSize } from "@/components/i18n/file-size";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/field";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { useDebounced } from "@/components/ui/use-debounced";

const PLACES = { library: "library", chat: "fromChat", workspace: "fromProject" } as const;

export function ChooseDocument({
  onChoose,
  onClose,
}: {
  onChoose: (document: DocumentItem) => void;
  onClose: () => void;
}) {
  const t = useTranslations("video");
  const problem = useProblem();
  const moments = useMoments();
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    documentsQuery({ kind: "video", ...(search && { search }) }),
  );
  const videos = data?.pages.flat();
  return (
    <Dialog open onClose={onClose} title={t("chooseVideo")}>
      <div className="flex flex-col gap-3 p-0.5">
        <Input
          type="search"
          autoFocus
          aria-label={t("search")}
          placeholder={t("searchHint")}
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
        />
        {error && !videos && (
          <ErrorState what={t("listFailed")} reason={problem(error)} retry={() => void refetch()} />
        )}
        {!videos && !error && <Loading label={t("loading")} className="h-32" />}
        {videos?.length === 0 && (
          <EmptyState title={search ? t("noMatches", { search }) : t("noVideos")}>
            {t("noVideosHelp")}
          </EmptyState>
        )}
        {videos && videos.length > 0 && (
          <ul aria-label={t("videos")} className="flex flex-col">
            {videos.map((document) => (
              <li key={document.id}>
                <button
                  type="button"
                  onClick={() => onChoose(document)}
                  className="w-full rounded-lg px-3 py-2 text-start hover:bg-hover"
                >
                  <span className="block wrap-anywhere">{document.file_name}</span>
                  <span className="block text-xs text-muted">
                    {t(PLACES[document.place])} · {formatFileSize(document.size, t.locale)} ·{" "}
                    {moments.day(document.created_at)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("showMore")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
