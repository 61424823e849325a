"use client";

import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { Suspense, useId, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { type DocumentItem, documentQuery, isBeingRead } from "@/components/data/documents";
import { formatFileSize } from "@/components/i18n/file-size";
import { useProblem } from "@/components/i18n/problem";
import { Reason } from "@/components/i18n/reason";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { AudienceBadge } from "@/components/people/audience";
import { getButtonClass } from "@/components/ui/button";
import { ErrorState, Loading } from "@/components/ui/states";
import { TabList } from "@/components/ui/tab-list";
import { DocumentMenu, toContentUrl } from "./document-actions";
import { DocumentText } from "./document-text";
import { Failure } from "./failure";
import type { DocumentPosition } from "./place";
import { isMedia, type MediaElement, Recording } from "./recording";
import { StateBadge } from "./state";

const PdfView = lazy(() => import("./pdf/pdf-view").then((file) => ({ default: file.PdfView })));
const PictureView = lazy(() => import("./picture-view").then((file) => ({ default: file.PictureView })));
const SheetsView = lazy(() => import("./sheets-view").then((file) => ({ default: file.SheetsView })));

// Picture types that browsers display or the server converts.
const DISPLAYABLE_TYPES = /^image\/(jpeg|png|gif|webp|avif|bmp|heic|tiff)$/;

const SHEETS = /spreadsheet|ms-excel|csv|tab-separated/;

export function DocumentPreview({
  id,
  place,
  onGone,
}: {
  id: number;
  place: DocumentPosition;
  onGone?: () => void;
}) {
  const t = useTranslations("documents");
  const problem = useProblem();
  const { data: document, error, refetch } = useQuery(documentQuery(id));
  if (error && !document)
    return <ErrorState what={t("documentFailed")} reason={problem(error)} retry={() => void refetch()} />;
  if (!document) return <Loading label={t("loadingDocument")} className="h-40 rounded-xl" />;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Facts document={document} onGone={onGone} />
      <Suspense fallback={<Loading label={t("loadingDocument")} className="h-40 rounded-xl" />}>
        {document.mime_type === "application/pdf" ? (
          <PagesOrText document={document} place={place} />
        ) : (
          <Looks document={document} place={place} />
        )}
      </Suspense>
    </div>
  );
}

type PreviewProps = { document: DocumentItem; place: DocumentPosition };

function PagesOrText({ document, place }: PreviewProps) {
  const t = useTranslations("documents");
  const id = useId();
  const [tab, setTab] = useState<"pages" | "text">("pages");
  return (
    <div>
      <TabList
        {...{ id, tab }}
        label={t("view")}
        tabs={{ pages: t("viewPages"), text: t("viewText") }}
        onTab={setTab}
        className="mb-3 flex border-b"
        tabClassName="-mb-px border-b-2 border-transparent px-3 py-2 text-sm text-muted -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink pointer-coarse:py-3"
      />
      <div id={`${id}-content`} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
        {tab === "pages" ? (
          <PdfView id={document.id} place={place} showText={() => setTab("text")} />
        ) : (
          <Looks document={document} place={place} />
        )}
      </div>
    </div>
  );
}

function Looks({ document, place }: PreviewProps) {
  const t = useTranslations("documents");
  const player = useRef<MediaElement>(null);
  const { id, mime_type: type, characters } = document;
  return (
    <div className="flex flex-col gap-4">
      {DISPLAYABLE_TYPES.test(type) && <PictureView document={document} />}
      {isMedia(document) && <Recording document={document} seconds={place.seconds} player={player} />}
      {isBeingRead(document) && characters === null ? (
        <p role="status" className="text-muted">
          {t("processing")}
        </p>
      ) : SHEETS.test(type) && document.status !== "failed" ? (
        <SheetsView key={characters} id={id} place={place} />
      ) : (
        <DocumentText key={characters} document={document} place={place} player={player} />
      )}
    </div>
  );
}

const PLACES = { library: "library", chat: "fromChat", workspace: "fromProject" } as const;

function Facts({ document, onGone }: { document: DocumentItem; onGone?: () => void }) {
  const t = useTranslations("documents");
  const moments = useMoments();
  const { id, folder, size, pages, created_by: maker, created_at, place } = document;
  const facts = [
    t(PLACES[place]),
    folder,
    formatFileSize(size, t.locale),
    pages !== null && pages > 1 && t("pageCount", { count: pages }),
    maker?.full_name,
    moments.day(created_at),
  ];
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-muted wrap-anywhere">{facts.filter(Boolean).join(" · ")}</p>
        <span className="flex flex-wrap gap-2">
          <StateBadge document={document} />
          {document.usable_by && <AudienceBadge usableBy={document.usable_by} />}
        </span>
        {document.status === "failed" && <Failure document={document} />}
        {document.status === "ready" && document.note && (
          <p className="wrap-anywhere">
            <Reason>{document.note}</Reason>
          </p>
        )}
      </div>
      <div className="flex items-center gap-1">
        <a
          href={toContentUrl(id)}
          download={document.file_name}
          className={getButtonClass({ size: "small" })}
        >
          <Download className="size-4" aria-hidden /> {t("download")}
        </a>
        <DocumentMenu document={document} onGone={onGone} />
      </div>
    </div>
  );
}
