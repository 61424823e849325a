"use client";

import Maximize from "lucide-react/icons/maximize";
import RotateCw from "lucide-react/icons/rotate-cw";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { DocumentItem } from "@/components/data/documents";
import { formatFileSize } from "@/components/i18n/file-size";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/states";
import { buildPath } from "@/lib/api/client";
import { documentsApi } from "@/lib/knowledge/documents/operations";
import { toContentUrl } from "./document-actions";
import { getNextZoom, ViewerBar } from "./viewer-bar";
import { runKey } from "./viewer-keys";

// Types that the server converts to JPEG.
const CONVERTED = /^image\/(avif|bmp|heic|tiff)$/;
// Larger pictures take browsers too long to decode.
const MAX_PICTURE_BYTES = 50 * 1024 * 1024;

export function PictureView({ document }: { document: DocumentItem }) {
  const { id, file_name, mime_type: type, size } = document;
  const t = useTranslations("viewer");
  const [frame, image] = [useRef<HTMLElement>(null), useRef<HTMLImageElement>(null)];
  const room = useRoom(frame);
  const { natural, measure, isRefused, refuse } = useNaturalSize(image);
  const [zoom, setZoom] = useState<number | "fit">("fit");
  const [turned, setTurned] = useState(0);
  const isTooLarge = size > MAX_PICTURE_BYTES;
  const source = CONVERTED.test(type)
    ? buildPath(documentsApi.getDocumentPicture, { params: { id }, query: { page: 1 } })
    : toContentUrl(id);

  if (isTooLarge || isRefused)
    return <PictureProblem title={t(isTooLarge ? "tooLarge" : "pictureFailed")} size={size} />;
  const isOnSide = turned % 180 !== 0;
  const width = isOnSide ? natural.height : natural.width;
  const height = isOnSide ? natural.width : natural.height;
  const fitting = width > 0 ? Math.min(1, room.width / width, room.height / height) : 1;
  const currentZoom = zoom === "fit" ? fitting : zoom;
  const onKeyDown = (event: KeyboardEvent) =>
    runKey(event, {
      "+": () => setZoom(getNextZoom(currentZoom, 1)),
      "-": () => setZoom(getNextZoom(currentZoom, -1)),
      "0": () => setZoom("fit"),
      r: () => setTurned((turned + 90) % 360),
    });
  return (
    <div className="overflow-hidden rounded-xl border">
      <ViewerBar label={t("picture")} zoom={currentZoom} onZoom={setZoom}>
        <IconButton
          label={t("fit")}
          aria-pressed={zoom === "fit"}
          className="aria-pressed:text-accent"
          onClick={() => setZoom("fit")}
        >
          <Maximize aria-hidden />
        </IconButton>
        <IconButton label={t("rotate")} onClick={() => setTurned((turned + 90) % 360)}>
          <RotateCw aria-hidden />
        </IconButton>
      </ViewerBar>
      <section
        ref={frame}
        aria-label={t("picture")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="flex h-[55dvh] overflow-auto bg-sunken -outline-offset-2"
      >
        <div
          className="relative m-auto shrink-0"
          style={{ width: `${width * currentZoom}px`, height: `${height * currentZoom}px` }}
        >
          <img
            src={source}
            alt={file_name}
            ref={image}
            onLoad={({ currentTarget }) => measure(currentTarget)}
            onError={refuse}
            // Not logical properties, because the picture rotates around its center in either text direction.
            className="absolute max-w-none"
            style={{
              top: "50%",
              left: "50%",
              width: `${natural.width * currentZoom}px`,
              height: `${natural.height * currentZoom}px`,
              translate: "-50% -50%",
              rotate: `${turned}deg`,
            }}
          />
        </div>
      </section>
    </div>
  );
}

function useRoom(frame: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return room;
}

function useNaturalSize(image: RefObject<HTMLImageElement | null>) {
  const [natural, setNatural] = useState({ width: 0, height: 0 });
  const [isRefused, setRefused] = useState(false);
  const refuse = () => setRefused(true);
  const measure = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) =>
    width > 0 ? setNatural({ width, height }) : refuse();
  useLayoutEffect(() => {
    // The picture may have loaded before hydration.
    if (image.current?.complete) measure(image.current);
  }, [image]);
  return { natural, measure, isRefused, refuse };
}

function PictureProblem({ title, size }: { title: string; size: number }) {
  const { locale } = useTranslations("viewer");
  return (
    <div className="rounded-xl border border-dashed">
      <EmptyState title={title}>{formatFileSize(size, locale)}</EmptyState>
    </div>
  );
}
