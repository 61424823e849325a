"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { documentQuery } from "@/components/data/documents";
import { useTranslations } from "@/components/i18n/words";
import { DropZone } from "@/components/ui/drop-zone";
import { ConversionView } from "./conversion-view";
import type { VideoSource } from "./source";
import { type VideoDraft, VideoForm } from "./video-form";
import { VideoTabs } from "./video-tabs";

const nothing: VideoDraft = { method: "full_video", model: "", extra_instructions: "", audio_track: "" };

export function VideoPage({ undecoded }: { undecoded: string[] }) {
  const t = useTranslations("video");
  const asked = useSearchParams();
  const task = asked.get("task");
  const [file, setFile] = useState<File>();
  const source = useSource(file, Number(asked.get("document")) || undefined);
  const [draft, setDraft] = useState(nothing);
  const title = useRef<HTMLHeadingElement>(null);

  const go = useCallback((to: { task?: string; document?: number }, how: "push" | "replace" = "push") => {
    const words = new URLSearchParams({
      ...(to.task && { task: to.task }),
      ...(to.document && { document: String(to.document) }),
    });
    // `push` adds a history entry, so that Back leads from the text to the form.
    window.history[`${how}State`](null, "", words.size > 0 ? `/video?${words}` : "/video");
  }, []);
  const choose = (next: VideoSource | undefined) => {
    setFile(next && "file" in next ? next.file : undefined);
    const document = next && "document" in next ? next.document.id : undefined;
    go({ task: task ?? undefined, document }, "replace");
  };
  const documentId = source && "document" in source ? source.document.id : undefined;

  const before = useRef(task);
  useEffect(() => {
    // Focuses the title, because the focused element was removed.
    if (before.current !== task) title.current?.focus();
    before.current = task;
  }, [task]);

  return (
    <DropZone
      onDrop={([dropped]) => dropped && choose({ file: dropped })}
      says={t(task ? "dropToPlay" : "dropToConvert")}
    >
      <div className="h-full overflow-y-auto">
        <div className="mx-auto max-w-5xl px-4 pt-2 pb-6 md:px-8 md:py-10">
          <h1 ref={title} tabIndex={-1} className="text-title outline-none">
            {t("title")}
          </h1>
          <VideoTabs at="/video" />
          {task ? (
            <ConversionView
              key={task}
              task={task}
              source={source}
              draft={draft}
              onSource={choose}
              onAgain={() => go({ document: documentId })}
              onNew={() => {
                setFile(undefined);
                setDraft(nothing);
                go({});
              }}
            />
          ) : (
            <VideoForm
              draft={draft}
              setDraft={setDraft}
              source={source}
              onSource={choose}
              undecoded={undecoded}
              onBegun={(begun) => go({ task: begun, document: documentId })}
            />
          )}
        </div>
      </div>
    </DropZone>
  );
}

function useSource(file: File | undefined, id: number | undefined): VideoSource | undefined {
  const { data: document } = useQuery({ ...documentQuery(id ?? 0), enabled: id !== undefined && !file });
  if (file) return { file };
  return id !== undefined && document ? { document } : undefined;
}
