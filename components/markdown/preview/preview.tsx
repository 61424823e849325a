"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Dialog } from "@/components/ui/dialog";
import type { ArtifactKind } from "../artifacts";
import { useForPaper } from "../paper";
import { Prose } from "../prose";
import { CsvTable } from "./csv-table";
import { MermaidDiagram, VegaLitePlot } from "./diagram";
import { enqueueRender } from "./for-paper";
import { HtmlFrame, ReactFrame } from "./html-frame";
import { MarkdownPage } from "./markdown-page";
import { Picture } from "./picture";
import type { PreviewSource, Show } from "./shown";

const SHOW: Record<ArtifactKind, Show> = {
  html: HtmlFrame,
  react: ReactFrame,
  svg: Picture,
  mermaid: MermaidDiagram,
  "vega-lite": VegaLitePlot,
  csv: CsvTable,
  markdown: MarkdownPage,
};

type ArtifactProps = Omit<PreviewSource, "onDrawn"> & {
  kind: ArtifactKind;
  onDrawn?: PreviewSource["onDrawn"];
};
const ignore = () => {};

export function Artifact({ kind, onDrawn = ignore, ...shown }: ArtifactProps) {
  const Shows = SHOW[kind];
  return <Shows {...shown} onDrawn={onDrawn} />;
}

type PreviewProps = Omit<PreviewSource, "isLarge" | "isWanted"> & {
  kind: ArtifactKind;
  isExpanded: boolean;
  onClose: () => void;
};

export function Preview({ isExpanded, onClose, onDrawn, ...rest }: PreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const isForPaper = useForPaper();
  const [isSettled, setSettled] = useState(false);
  const settle = useCallback(
    (isDrawn: boolean) => {
      setSettled(true);
      onDrawn(isDrawn);
    },
    [onDrawn],
  );
  useEffect(
    () => (isForPaper && !isSettled ? enqueueRender(() => setNear(true)) : undefined),
    [isForPaper, isSettled],
  );
  useEffect(() => {
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: "400px" },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} aria-busy={isForPaper && !isSettled} className={isNear ? undefined : "h-80"}>
      {isNear && <Artifact {...rest} isLarge={false} onDrawn={settle} />}
      {isExpanded &&
        // In a portal, so that the dialog doesn't inherit prose styles.
        createPortal(
          <Dialog open onClose={onClose} title={rest.name} className="w-[min(80rem,calc(100vw-2rem))]!">
            <Prose>
              <Artifact {...rest} isLarge isWanted />
            </Prose>
          </Dialog>,
          document.body,
        )}
    </div>
  );
}
