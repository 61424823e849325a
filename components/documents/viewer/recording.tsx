"use client";

import { type RefObject, useEffect, useState } from "react";
import type { DocumentItem } from "@/components/data/documents";
import { formatDuration } from "@/components/i18n/duration";
import { useTranslations } from "@/components/i18n/words";
import { toContentUrl } from "./document-actions";
import type { Marked } from "./place";

export type MediaElement = HTMLVideoElement | HTMLAudioElement;

export const isMedia = ({ mime_type: type }: DocumentItem): boolean => /^(audio|video)\//.test(type);

export function Recording({
  document: { id, file_name, mime_type },
  seconds,
  player,
}: {
  document: DocumentItem;
  seconds: number | undefined;
  player: RefObject<MediaElement | null>;
}) {
  const t = useTranslations("documents");
  const [isRefused, setRefused] = useState(false);
  const isVideo = mime_type.startsWith("video/");
  const Player = isVideo ? "video" : "audio";
  useEffect(() => {
    if (player.current && seconds !== undefined) player.current.currentTime = seconds;
  }, [player, seconds]);
  if (isRefused) return <p className="text-muted">{t("playerRefused")}</p>;
  return (
    <div className="sticky top-0 z-10">
      <Player
        ref={player as RefObject<HTMLVideoElement & HTMLAudioElement>}
        controls
        playsInline
        preload="metadata"
        src={toContentUrl(id)}
        aria-label={file_name}
        onError={() => setRefused(true)}
        className={isVideo ? "max-h-[40dvh] w-full rounded-xl bg-black" : "h-11 w-full rounded-full"}
      />
    </div>
  );
}

type TranscriptPart = { start: number; seconds?: number };
export type Line = { start: number; seconds: number; text: string };

/** Splits the part of a transcript that begins at `offset` into lines. */
export function splitIntoLines(text: string, offset: number, parts: TranscriptPart[]): Line[] {
  return parts.flatMap(({ start, seconds }, at): Line[] => {
    const end = parts[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    if (seconds === undefined || start < offset || start >= offset + text.length) return [];
    const line = text.slice(start - offset, end - offset).replace(/^\[[\d:]+\] /, "");
    return [{ start, seconds, text: line.trim() }];
  });
}

/** Lines of a transcript, each of which seeks the player to its time. */
export function TranscriptLines({
  lines,
  note,
  marked,
  player,
}: {
  lines: Line[];
  note: string;
  marked: Marked | undefined;
  player: RefObject<MediaElement | null>;
}) {
  const t = useTranslations("documents");
  const current = useCurrent(player, lines);
  const isMarked = ({ start, text }: Line) =>
    marked !== undefined && start < marked.start + marked.length && start + text.length > marked.start;
  const seek = (seconds: number) => {
    if (!player.current) return;
    player.current.currentTime = seconds;
    void player.current.play().catch(() => {});
  };
  return (
    <section aria-label={t("transcript")}>
      {note && <p className="mb-2 text-muted">{note}</p>}
      <ol className="rounded-xl border bg-surface p-1">
        {lines.map((line) => (
          <li key={line.start} data-second={line.seconds} className="scroll-mt-[45dvh]">
            <button
              type="button"
              aria-current={line.start === current ? "time" : undefined}
              onClick={() => seek(line.seconds)}
              className={`flex w-full gap-3 rounded-lg px-3 py-1.5 text-start leading-relaxed hover:bg-hover ${line.start === current ? "bg-hover" : ""}`}
            >
              <span className="w-12 shrink-0 text-end text-muted tabular-nums">
                {formatDuration(line.seconds)}
              </span>
              <span className="min-w-0 wrap-anywhere">
                {isMarked(line) ? (
                  <mark className="rounded-sm bg-warning-soft px-0.5 text-warning">{line.text}</mark>
                ) : (
                  line.text
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useCurrent(player: RefObject<MediaElement | null>, lines: Line[]): number | undefined {
  const [current, setCurrent] = useState<number>();
  useEffect(() => {
    const element = player.current;
    if (!element) return;
    // Allows 0.01 s, because players may seek to slightly before the requested time.
    const hear = () =>
      setCurrent(lines.findLast(({ seconds }) => seconds <= element.currentTime + 0.01)?.start);
    hear();
    element.addEventListener("timeupdate", hear);
    element.addEventListener("seeking", hear);
    return () => {
      element.removeEventListener("timeupdate", hear);
      element.removeEventListener("seeking", hear);
    };
  }, [player, lines]);
  return current;
}
