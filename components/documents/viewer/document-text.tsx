"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { type DocumentItem, documentTextQuery, partsQuery } from "@/components/data/documents";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { ErrorState, Loading } from "@/components/ui/states";
import type { Key } from "@/lib/platform/words/screens";
import type { DocumentPosition } from "./place";
import { isMedia, type MediaElement, splitIntoLines, TranscriptLines } from "./recording";
import { Section, splitIntoSections } from "./sections";

type TextProps = { document: DocumentItem; place: DocumentPosition; player: RefObject<MediaElement | null> };
export function DocumentText({ document, place, player }: TextProps) {
  const t = useTranslations("documents");
  const problem = useProblem();
  const { id } = document;
  const { passage, page, seconds } = place;
  const isPlaced = page !== undefined || seconds !== undefined;
  // Pages and seconds must first be resolved to an offset.
  const { data: head, error: headError } = useQuery({
    ...partsQuery(id),
    enabled: isPlaced && !passage,
  });
  const isThat = (part: { page: number; seconds?: number }) =>
    seconds === undefined ? part.page === page : (part.seconds ?? 0) <= seconds;
  const start = passage?.start ?? head?.parts.findLast(isThat)?.start ?? 0;
  const isReady = !isPlaced || passage !== undefined || head !== undefined;
  const text = useInfiniteQuery({
    ...documentTextQuery(id, start),
    enabled: isReady,
  });
  const frame = useRef<HTMLDivElement>(null);
  const isThere = text.data !== undefined;
  const marked = passage?.start;
  useEffect(() => {
    if (!isThere || (marked === undefined && !isPlaced)) return;
    // Waits for the next frame, because a surrounding dialog opens only after this effect.
    const next = requestAnimationFrame(() => {
      const lines = [...(frame.current?.querySelectorAll<HTMLElement>("[data-second]") ?? [])];
      const goal =
        lines.findLast((line) => Number(line.dataset.second) <= (seconds ?? -1)) ??
        frame.current?.querySelector("mark") ??
        frame.current?.querySelector(`[data-page="${page}"]`);
      goal?.scrollIntoView({ block: marked === undefined ? "start" : "center" });
    });
    return () => cancelAnimationFrame(next);
  }, [isThere, marked, page, seconds, isPlaced]);

  const error = headError ?? text.error;
  if (error && !text.data)
    return <ErrorState what={t("textFailed")} reason={problem(error)} retry={() => void text.refetch()} />;
  if (!text.data) return <Loading label={t("loadingText")} className="h-40 rounded-xl" />;
  const [first] = text.data.pages;
  if (!first || first.total === 0)
    return document.status === "failed" ? null : <p className="text-muted">{t(nothingIn(document))}</p>;
  const whole = text.data.pages.map((part) => part.text).join("");
  return (
    <div ref={frame} className="flex flex-col gap-3">
      {document.mime_type.startsWith("image/") && <h2 className="font-semibold">{t("textInPicture")}</h2>}
      {text.hasPreviousPage && (
        <Button size="small" busy={text.isFetchingPreviousPage} onClick={() => void text.fetchPreviousPage()}>
          {t("showPrevious")}
        </Button>
      )}
      {isMedia(document) ? (
        <TranscriptLines
          lines={splitIntoLines(whole, first.offset, first.parts)}
          note={first.offset === 0 ? whole.slice(0, first.parts[0]?.start) : ""}
          marked={passage}
          player={player}
        />
      ) : (
        splitIntoSections(whole, first.offset, first.parts).map((section) => (
          <Section key={section.start} section={section} marked={passage} isPaged={first.parts.length > 1} />
        ))
      )}
      {text.hasNextPage && (
        <Button size="small" busy={text.isFetchingNextPage} onClick={() => void text.fetchNextPage()}>
          {t("showMore")}
        </Button>
      )}
    </div>
  );
}

function nothingIn(document: DocumentItem): Key<"documents"> {
  const { mime_type: type, has_transcript: isHeard } = document;
  if (isMedia(document)) return isHeard ? "noSpeech" : "noTranscript";
  if (type === "application/zip") return "unpacked";
  return type.startsWith("image/") ? "noTextInPicture" : "noTextInDocument";
}
