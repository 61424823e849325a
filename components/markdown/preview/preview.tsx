"use client";

import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Dialog } from "@/components/ui/dialog";
import type { ArtifactKind } from "../artifacts";
import { Prose } from "../prose";
import { CsvTable } from "./csv-table";
import { MermaidDiagram, VegaLitePlot } from "./diagram";
import { HtmlFrame } from "./html-frame";
import { MarkdownPage } from "./markdown-page";
import { Picture } from "./picture";
import type { Show, Shown } from "./shown";

const SHOW: Record<ArtifactKind, Show> = {
  html: HtmlFrame,
  svg: Picture,
  mermaid: MermaidDiagram,
  "vega-lite": VegaLitePlot,
  csv: CsvTable,
  markdown: MarkdownPage,
};

/** What a piece of code makes. */
export function Artifact({ kind, ...shown }: Shown & { kind: ArtifactKind }) {
  const Shows = SHOW[kind];
  return <Shows {...shown} />;
}

/** What a piece of code makes, made when a reader comes near; besides in a dialog while it is expanded. */
export function Preview({
  isExpanded,
  onClose,
  ...rest
}: Omit<Shown, "isLarge" | "isWanted"> & { kind: ArtifactKind; isExpanded: boolean; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
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
    <div ref={place} className={isNear ? undefined : "h-80"}>
      {isNear && <Artifact {...rest} isLarge={false} />}
      {isExpanded &&
        // Outside of the text, the look of which a dialog does not have.
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
