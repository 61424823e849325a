"use client";

import Film from "lucide-react/icons/film";
import { type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { DocumentItem } from "@/components/data/documents";
import { formatFileSize } from "@/components/i18n/file-size";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { buildPath } from "@/lib/api/client";
import { documentsApi } from "@/lib/knowledge/documents/operations";

const ChooseDocument = lazy(() =>
  import("./choose-document").then((file) => ({ default: file.ChooseDocument })),
);

export type VideoSource = { file: File } | { document: DocumentItem };

export const getSourceName = (source: VideoSource): string =>
  "file" in source ? source.file.name : source.document.file_name;
const getSourceSize = (source: VideoSource): number =>
  "file" in source ? source.file.size : source.document.size;

export function ChooseSource({
  onSource,
  label,
}: {
  onSource: (source: VideoSource) => void;
  label: string;
}) {
  const t = useTranslations("video");
  const input = useRef<HTMLInputElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <div className="flex flex-col items-center gap-3 rounded-2xl border-2 border-dashed px-4 py-8 text-center">
        <Film className="size-8 text-muted" aria-hidden />
        <p className="text-sm text-muted">{label}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={() => input.current?.click()}>{t("chooseFile")}</Button>
          <Button onClick={() => setChoosing(true)}>{t("chooseDocument")}</Button>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept="video/*,.mkv,.avi,.mov"
        hidden
        aria-label={t("title")}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onSource({ file });
          event.target.value = "";
        }}
      />
      {isChoosing && (
        <Suspense>
          <ChooseDocument
            onClose={() => setChoosing(false)}
            onChoose={(document) => {
              setChoosing(false);
              onSource({ document });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

export function SourcePlayer({
  source,
  onSeconds,
  player,
}: {
  source: VideoSource;
  onSeconds?: (seconds: number | undefined) => void;
  player?: RefObject<HTMLVideoElement | null>;
}) {
  const t = useTranslations("video");
  const url = useSourceUrl(source);
  const [isStrange, setStrange] = useState(false);
  return (
    <figure className="overflow-hidden rounded-2xl border bg-surface">
      {isStrange ? (
        <p className="p-4 text-sm text-muted">{t("playerRefused")}</p>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: the page creates the transcript of this video
        <video
          ref={player}
          src={url}
          controls
          playsInline
          preload="metadata"
          aria-label={getSourceName(source)}
          className="aspect-video w-full bg-black"
          onLoadedMetadata={({ currentTarget: { duration } }) =>
            onSeconds?.(Number.isFinite(duration) ? duration : undefined)
          }
          onError={() => {
            if (!url) return;
            setStrange(true);
            onSeconds?.(undefined);
          }}
        />
      )}
      <figcaption className="px-4 py-2.5 text-sm wrap-anywhere">
        {getSourceName(source)}{" "}
        <span className="text-muted">· {formatFileSize(getSourceSize(source), t.locale)}</span>
      </figcaption>
    </figure>
  );
}

function useSourceUrl(source: VideoSource): string | undefined {
  const file = "file" in source ? source.file : undefined;
  const [made, setMade] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  if ("file" in source) return made;
  return buildPath(documentsApi.getDocumentContent, { params: { id: source.document.id } });
}
