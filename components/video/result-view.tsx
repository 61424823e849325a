"use client";

import { type ReactNode, Suspense, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { useTranslations } from "@/components/i18n/words";
import { Markdown } from "@/components/markdown/markdown";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/states";
import { useCopy } from "@/components/ui/use-copy";
import type { ConversionResult } from "./follow-conversion";
import { ChooseSource, getSourceName, SourcePlayer, type VideoSource } from "./source";
import { parseSections, parseTimeline } from "./text";
import { toSourceKey } from "./video-form";

const SaveText = lazy(() => import("./save-text").then((file) => ({ default: file.SaveText })));
const AskAbout = lazy(() => import("./ask-about").then((file) => ({ default: file.AskAbout })));

const made = {
  full_video: "madeFromWhole",
  frames_plus_audio: "madeFromScenes",
} as const;

export function ResultView({
  result: { text, method },
  asked,
  source,
  onSource,
  onNew,
}: {
  result: ConversionResult;
  asked: ConversionResult["method"];
  source: VideoSource | undefined;
  onSource: (source: VideoSource) => void;
  onNew: () => void;
}) {
  const t = useTranslations("video");
  const { isCopied, copy } = useCopy();
  const [isSaving, setSaving] = useState(false);
  const player = useRef<HTMLVideoElement>(null);
  const seek = (seconds: number) => {
    if (!player.current) return;
    player.current.currentTime = seconds;
    player.current.scrollIntoView({ block: "nearest" });
    void player.current.play().catch(() => {});
  };
  const sections = parseSections(text);
  const name = source ? getSourceName(source).replace(/\.[^.]+$/, "") : t("defaultName");
  return (
    <div className="mt-4 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <div className="top-6 z-10 lg:sticky lg:order-last">
        {source ? (
          <SourcePlayer key={toSourceKey(source)} source={source} player={player} />
        ) : (
          <ChooseSource onSource={onSource} label={t("dropToPlayHere")} />
        )}
      </div>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone="accent">{t(made[method])}</Badge>
          {source && asked === "full_video" && method !== asked && (
            <p className="text-sm text-muted">{t("notWatched")}</p>
          )}
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" onClick={() => void copy(text)}>
            {t(isCopied ? "copied" : "copy")}
          </Button>
          <Button size="small" onClick={() => setSaving(true)}>
            {t("saveAsDocument")}
          </Button>
          <Suspense>
            <AskAbout name={name} text={text} source={source} />
          </Suspense>
          <Button size="small" onClick={onNew}>
            {t("convertAnother")}
          </Button>
        </div>
        <article aria-label={t("text")} className="mt-6">
          {sections.length === 0 && <Markdown text={text} />}
          {sections.map(({ title, body }) => (
            <section key={title} className="mb-6">
              <h2 className="mb-2 text-lg font-semibold">{title}</h2>
              {title === "Timeline" ? (
                <Timeline body={body} onSeek={source ? seek : undefined} />
              ) : (
                <Markdown text={body} />
              )}
            </section>
          ))}
        </article>
      </div>
      {isSaving && (
        <Suspense>
          <SaveText name={name} text={text} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Timeline({
  body,
  onSeek,
}: {
  body: string;
  onSeek: ((seconds: number) => void) | undefined;
}): ReactNode {
  const t = useTranslations("video");
  const entries = parseTimeline(body);
  if (!entries) return <Markdown text={body} />;
  return (
    <ol aria-label={t("timeline")} className="flex flex-col gap-1">
      {entries.map(({ seconds, time, text }) => (
        <li key={seconds} className="flex items-baseline gap-3">
          <button
            type="button"
            disabled={!onSeek}
            aria-label={onSeek ? t("playFrom", { time }) : time}
            onClick={() => onSeek?.(seconds)}
            className="shrink-0 rounded-md px-1.5 py-0.5 font-mono text-sm text-accent tabular-nums enabled:bg-accent-soft enabled:hover:underline pointer-coarse:py-2"
          >
            {time}
          </button>
          <div className="min-w-0 flex-1">
            <Markdown text={text} />
          </div>
        </li>
      ))}
    </ol>
  );
}
