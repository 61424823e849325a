"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { type RefObject, useEffect, useRef } from "react";
import { sizeOf } from "@/components/composer/attachments";
import {
  type DocumentItem,
  documentQuery,
  documentTextQuery,
  isBeingRead,
  partsQuery,
} from "@/components/data/documents";
import { Button, buttonClass } from "@/components/ui/button";
import { ErrorState, Loading } from "@/components/ui/states";
import { useProblem } from "@/components/words/problem";
import { useWords } from "@/components/words/words";
import { useMoments } from "@/components/workspace/time";
import type { Key } from "@/lib/platform/words/screens";
import { contentOf, DocumentMenu } from "./document-actions";
import { Failure } from "./failure";
import { isMedia, linesIn, type MediaElement, Recording, TranscriptLines } from "./recording";
import { type Marked, Section, sectionsOf } from "./sections";
import { StateBadge } from "./state";

/** Pictures that browsers show. */
const SHOWN = /^image\/(jpeg|png|gif|webp)$/;

/** What a preview begins with: a page or a second, or a stretch of the text that is marked. */
export type Place = { page?: number; passage?: Marked; seconds?: number };

/** A document: what is known of it, its picture, and its text. */
export function DocumentPreview({ id, place, onGone }: { id: number; place: Place; onGone?: () => void }) {
  const t = useWords("documents");
  const problem = useProblem();
  const { data: document, error, refetch } = useQuery(documentQuery(id));
  const player = useRef<MediaElement>(null);
  if (error && !document)
    return <ErrorState what={t("documentFailed")} reason={problem(error)} retry={() => void refetch()} />;
  if (!document) return <Loading label={t("loadingDocument")} className="h-40 rounded-xl" />;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Facts document={document} onGone={onGone} />
      {SHOWN.test(document.mime_type) && (
        <img
          src={contentOf(id)}
          alt={document.file_name}
          className="max-h-[60dvh] max-w-full self-start rounded-xl border object-contain"
        />
      )}
      {isMedia(document) && <Recording document={document} seconds={place.seconds} player={player} />}
      {isBeingRead(document) && document.characters === null ? (
        <p role="status" className="text-muted">
          {t("processing")}
        </p>
      ) : (
        <Text key={document.characters} document={document} place={place} player={player} />
      )}
    </div>
  );
}

function Facts({ document, onGone }: { document: DocumentItem; onGone?: () => void }) {
  const t = useWords("documents");
  const moments = useMoments();
  const { id, folder, size, pages, created_by: maker, created_at, place } = document;
  const facts = [
    t(place === "library" ? "library" : "fromChat"),
    folder,
    sizeOf(size, t.locale),
    pages !== null && pages > 1 && t("pageCount", { count: pages }),
    maker?.full_name,
    moments.day(created_at),
  ];
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-muted wrap-anywhere">{facts.filter(Boolean).join(" · ")}</p>
        <StateBadge document={document} />
        {document.status === "failed" && <Failure document={document} />}
        {document.status === "ready" && document.note && <p className="wrap-anywhere">{document.note}</p>}
      </div>
      <div className="flex items-center gap-1">
        <a href={contentOf(id)} download={document.file_name} className={buttonClass({ size: "small" })}>
          <Download className="size-4" aria-hidden /> {t("download")}
        </a>
        <DocumentMenu document={document} onGone={onGone} />
      </div>
    </div>
  );
}

type TextProps = { document: DocumentItem; place: Place; player: RefObject<MediaElement | null> };
function Text({ document, place, player }: TextProps) {
  const t = useWords("documents");
  const problem = useProblem();
  const { id } = document;
  const { passage, page, seconds } = place;
  const isPlaced = page !== undefined || seconds !== undefined;
  // Where a page or a second begins has to be asked first.
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
    // A dialog around it opens after this effect.
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
          lines={linesIn(whole, first.offset, first.parts)}
          note={first.offset === 0 ? whole.slice(0, first.parts[0]?.start) : ""}
          marked={passage}
          player={player}
        />
      ) : (
        sectionsOf(whole, first.offset, first.parts).map((section) => (
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
