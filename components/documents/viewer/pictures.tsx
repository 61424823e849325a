"use client";

import { useState } from "react";
import { formatDuration } from "@/components/i18n/duration";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { DocumentLink } from "./message-files";

type Picture = { document_id: number; file_name: string; url: string };

const FIRST = 12;

export function Pictures({ pictures }: { pictures: Picture[] }) {
  const t = useTranslations("files");
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? pictures : pictures.slice(0, FIRST);
  return (
    <div className="mt-2">
      <ul aria-label={t("pictures")} className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2">
        {shown.map(({ document_id: id, file_name: name, url }) => (
          <li key={id}>
            <DocumentLink id={id} className="group block overflow-hidden rounded-lg border bg-surface">
              <img
                src={url}
                alt={name}
                loading="lazy"
                className="aspect-video w-full bg-sunken object-contain transition-opacity group-hover:opacity-85"
              />
              <span aria-hidden className="block truncate px-2 py-1 text-xs text-muted">
                {parseKeyframeTime(name) ?? name}
              </span>
            </DocumentLink>
          </li>
        ))}
      </ul>
      {shown.length < pictures.length && (
        <Button size="small" className="mt-2" onClick={() => setWhole(true)}>
          {t("showAllPictures", { count: pictures.length })}
        </Button>
      )}
    </div>
  );
}

// Parses the time of a video's keyframe from its file name, such as `keyframe-00-12.4s.jpg`.
function parseKeyframeTime(name: string): string | undefined {
  const [, seconds] = /-(\d+(?:\.\d+)?)s(?: \(\d+\))?\.jpe?g$/.exec(name) ?? [];
  return seconds === undefined ? undefined : formatDuration(Number(seconds));
}
