"use client";

import { useQuery } from "@tanstack/react-query";
import MoveHorizontal from "lucide-react/icons/move-horizontal";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { passageQuery } from "@/components/data/documents";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { ErrorState, Loading } from "@/components/ui/states";
import { toContentUrl } from "../document-actions";
import type { DocumentPosition } from "../place";
import { getNextZoom, ViewerBar } from "../viewer-bar";
import { runKey } from "../viewer-keys";
import { PageField } from "./page-field";
import "./pdf.css";
import { PdfPage } from "./pdf-page";
import { type Pdf, usePdf } from "./use-pdf";

// CSS pixels per point at 100 %.
const ACTUAL = 96 / 72;
const MARGIN = 12;

type PdfViewProps = {
  id: number;
  place: DocumentPosition;
  showText: () => void;
};

export function PdfView({ id, place, showText }: PdfViewProps) {
  const t = useTranslations("viewer");
  const [now, retry] = usePdf(toContentUrl(id));
  const marked = place.passage;
  const passage = useQuery({
    ...passageQuery(id, marked ?? { start: 0, length: 1 }),
    enabled: marked !== undefined,
  });
  if (now.state === "failed")
    return <ErrorState what={t("pagesFailed")} reason={now.reason && t(now.reason)} retry={retry} />;
  if (now.state === "loading" || (marked && passage.isPending))
    return <Loading label={t("loadingPages")} className="h-[60dvh] rounded-xl" />;
  const parts = passage.data?.parts ?? [];
  const page = marked ? parts.findLast(({ start }) => start <= marked.start)?.page : undefined;
  const text = page === undefined ? undefined : passage.data?.text;
  return <Pages {...now} begin={page ?? place.page ?? 1} passage={text} showText={showText} />;
}

type Scroller = RefObject<HTMLDivElement | null>;
type PagesProps = Extract<Pdf, { state: "ready" }> & {
  begin: number;
  passage: string | undefined;
  showText: () => void;
};

function Pages({ pdf, first, begin, passage, showText }: PagesProps) {
  const t = useTranslations("viewer");
  const count = pdf.numPages;
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const [zoom, setZoom] = useState<number | "width">("width");
  const [page, setPage] = useState(begin);
  const scale = zoom === "width" ? Math.max(0.1, (width - 2 * MARGIN) / first.width) : zoom * ACTUAL;

  const goTo = (number: number) => {
    const goal = scroller.current?.querySelector<HTMLElement>(`[data-page="${number}"]`);
    if (goal) scroller.current!.scrollTop = goal.offsetTop - MARGIN;
  };
  const isBegun = useRef(false);
  useScrollAtZoom(scroller, scale, isBegun);
  useLayoutEffect(() => {
    if (isBegun.current || width === 0) return;
    isBegun.current = true;
    goTo(Math.min(count, Math.max(1, begin)));
  });

  const { isMissing, onPassage } = usePassageMark();
  const look = () => setPage(getPageInView(scroller.current!));
  const currentZoom = scale / ACTUAL;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const isWider = event.currentTarget.scrollWidth > event.currentTarget.clientWidth;
    runKey(event, {
      "+": () => setZoom(getNextZoom(currentZoom, 1)),
      "-": () => setZoom(getNextZoom(currentZoom, -1)),
      "0": () => setZoom("width"),
      ...(!isWider && { ArrowLeft: () => goTo(page - 1), ArrowRight: () => goTo(page + 1) }),
    });
  };

  return (
    <div className="overflow-hidden rounded-xl border">
      <ViewerBar
        label={t("pages")}
        zoom={currentZoom}
        onZoom={setZoom}
        start={<PageField page={page} count={count} goTo={goTo} />}
      >
        <IconButton
          label={t("fitWidth")}
          aria-pressed={zoom === "width"}
          className="aria-pressed:text-accent"
          onClick={() => setZoom("width")}
        >
          <MoveHorizontal aria-hidden />
        </IconButton>
      </ViewerBar>
      {isMissing && <PassageNotice showText={showText} />}
      <section
        ref={scroller}
        aria-label={t("pages")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={look}
        onKeyDown={onKeyDown}
        className="relative flex h-[calc(100dvh-19rem)] min-h-80 flex-col gap-3 overflow-auto bg-sunken p-3 -outline-offset-2"
      >
        {Array.from({ length: count }, (_, at) => (
          <PdfPage
            key={at}
            number={at + 1}
            root={scroller}
            passage={at + 1 === begin ? passage : undefined}
            {...{ pdf, first, scale, onPassage, goTo }}
          />
        ))}
      </section>
    </div>
  );
}

function useWidth(scroller: Scroller): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return width;
}

// Keeps the scroll position relative to the pages when the zoom changes.
function useScrollAtZoom(scroller: Scroller, scale: number, isBegun: RefObject<boolean>): void {
  const before = useRef(scale);
  useLayoutEffect(() => {
    const element = scroller.current!;
    if (isBegun.current) element.scrollTop *= scale / before.current;
    before.current = scale;
  }, [scroller, scale, isBegun]);
}

// Scrolls to the passage once.
function usePassageMark() {
  const [isMissing, setMissing] = useState(false);
  const isShown = useRef(false);
  const onPassage = (mark: HTMLElement | null) => {
    setMissing(mark === null);
    if (mark && !isShown.current) mark.scrollIntoView({ block: "center" });
    isShown.current = true;
  };
  return { isMissing, onPassage };
}

function getPageInView(element: HTMLElement): number {
  const line = element.scrollTop + element.clientHeight / 3;
  const pages = [...element.querySelectorAll<HTMLElement>("[data-page]")];
  return Number(pages.findLast(({ offsetTop }) => offsetTop <= line)?.dataset.page ?? 1);
}

function PassageNotice({ showText }: { showText: () => void }) {
  const t = useTranslations("viewer");
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 border-b bg-warning-soft px-3 py-1.5">
      <p className="min-w-0 flex-1 text-warning">{t("notMarked")}</p>
      <Button size="small" onClick={showText}>
        {t("showText")}
      </Button>
    </div>
  );
}
