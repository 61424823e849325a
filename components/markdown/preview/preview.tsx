"use client";

import { useEffect, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { ArtifactKind } from "../artifacts";
import { CsvTable } from "./csv-table";
import { HtmlFrame } from "./html-frame";
import { Picture } from "./picture";
import type { Show, Shown } from "./shown";

const SHOW: Record<ArtifactKind, Show> = {
  svg: Picture,
  html: HtmlFrame,
  csv: CsvTable,
};

/** What a piece of code makes, made when a reader comes near; besides in a dialog while it is expanded. */
export function Preview({
  kind,
  isExpanded,
  onClose,
  ...rest
}: Omit<Shown, "isLarge"> & { kind: ArtifactKind; isExpanded: boolean; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true);
      },
      { rootMargin: "400px" },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const Shows = SHOW[kind];
  return (
    <div ref={place} className={isNear ? undefined : "h-80"}>
      {isNear && <Shows {...rest} isLarge={false} />}
      <Dialog
        open={isExpanded}
        onClose={onClose}
        title={rest.name}
        className="w-[min(80rem,calc(100vw-2rem))]!"
      >
        <Shows {...rest} isLarge />
      </Dialog>
    </div>
  );
}
