"use client";

import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Skeleton } from "@/components/ui/states";
import { drawCanvas, drawLinks, drawTextLayer } from "./draw-page";
import type { PDFDocumentProxy, PDFPageProxy } from "./load";
import type { Size } from "./use-pdf";

type Layer = RefObject<HTMLDivElement | null>;
type PdfPageProps = {
  pdf: PDFDocumentProxy;
  number: number;
  first: Size;
  scale: number;
  root: RefObject<HTMLElement | null>;
  passage: string | undefined;
  /** Called with the highlight, or null if the page doesn't contain the passage. */
  onPassage: (mark: HTMLElement | null) => void;
  goTo: (page: number) => void;
};

/** Renders a page while it is near the viewport of `root` and removes it afterwards, because canvases are large. */
export function PdfPage({ pdf, number, first, scale, root, passage, onPassage, goTo }: PdfPageProps) {
  const t = useTranslations("viewer");
  const [frame, picture, over] = [
    useRef<HTMLDivElement>(null),
    useRef<HTMLDivElement>(null),
    useRef<HTMLDivElement>(null),
  ];
  const isNear = useIsNear(frame, root);
  const { page, size, state } = usePicture({ pdf, number, first, scale, isNear, picture, over });
  useLayers({ pdf, page, passage, onPassage, goTo, over });

  const style = {
    width: `${size.width * scale}px`,
    height: `${size.height * scale}px`,
    "--total-scale-factor": scale,
  } as CSSProperties;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={frame}
      role="group"
      aria-label={t("pageOf", { page: number, count: pdf.numPages })}
      data-page={number}
      style={style}
      // Paper stays white in the dark theme.
      className="relative mx-auto shrink-0 bg-[white] shadow-sm"
    >
      {state === "waiting" && <Skeleton className="absolute inset-0 rounded-none" />}
      {state === "failed" && (
        <p role="alert" className="absolute inset-0 bg-surface p-6 text-sm text-danger">
          {t("pagesFailed")}
        </p>
      )}
      <div ref={picture} className="absolute inset-0" />
      <div ref={over} className="absolute inset-0" />
    </div>
  );
}

function useIsNear(frame: Layer, root: PdfPageProps["root"]): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((changes) => setNear(changes.at(-1)!.isIntersecting), {
      root: root.current,
      rootMargin: "100% 0px",
    });
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, [frame, root]);
  return isNear;
}

type PictureOptions = Pick<PdfPageProps, "pdf" | "number" | "first" | "scale"> & {
  isNear: boolean;
  picture: Layer;
  over: Layer;
};

// Loads the page and draws it into `picture`; empties both layers when the page is far away.
function usePicture({ pdf, number, first, scale, isNear, picture, over }: PictureOptions) {
  const [page, setPage] = useState<PDFPageProxy>();
  const [size, setSize] = useState(first);
  const [state, setState] = useState<"waiting" | "drawn" | "failed">("waiting");
  useEffect(() => {
    if (!isNear) return;
    let isGone = false;
    pdf.getPage(number).then(
      (loaded) => {
        if (isGone) return;
        const { width, height } = loaded.getViewport({ scale: 1 });
        setSize({ width, height });
        setPage(loaded);
      },
      () => !isGone && setState("failed"),
    );
    return () => {
      isGone = true;
      setPage(undefined);
      setState("waiting");
      picture.current?.replaceChildren();
      over.current?.replaceChildren();
    };
  }, [pdf, number, isNear, picture, over]);

  useEffect(() => {
    if (!page) return;
    const stop = new AbortController();
    const { signal } = stop;
    drawCanvas(page, page.getViewport({ scale }), signal).then(
      (canvas) => {
        if (signal.aborted) return;
        canvas.className = "size-full";
        picture.current?.replaceChildren(canvas);
        setState("drawn");
      },
      () => !signal.aborted && setState("failed"),
    );
    return () => stop.abort();
  }, [page, scale, picture]);
  return { page, size, state };
}

type LayersOptions = Pick<PdfPageProps, "pdf" | "passage" | "onPassage" | "goTo"> & {
  page: PDFPageProxy | undefined;
  over: Layer;
};

// Lays the selectable text and the links over the picture.
function useLayers({ pdf, page, passage, onPassage, goTo, over }: LayersOptions): void {
  const inside = useTranslations("viewer")("linkInside");
  const hear = useRef({ onPassage, goTo });
  useEffect(() => {
    hear.current = { onPassage, goTo };
  });
  useEffect(() => {
    if (!page) return;
    let isGone = false;
    const viewport = page.getViewport({ scale: 1 });
    const follow = (to: number) => hear.current.goTo(to);
    Promise.all([
      drawTextLayer(page, viewport, passage),
      drawLinks(pdf, page, viewport, follow, inside),
    ]).then(
      (layers) => {
        if (isGone) return;
        over.current?.replaceChildren(...layers);
        if (passage !== undefined) hear.current.onPassage(layers[0].querySelector("mark"));
      },
      // If the text layer fails, the picture is still shown, but the passage can't be highlighted.
      () => passage !== undefined && !isGone && hear.current.onPassage(null),
    );
    return () => {
      isGone = true;
    };
  }, [pdf, page, passage, inside, over]);
}
