"use client";

import { useEffect, useState } from "react";
import { Reason } from "@/components/i18n/reason";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { EmptyState } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { RETENTION_DAYS } from "@/lib/knowledge/video/operations";
import { repliesApi } from "@/lib/replies/runs/operations";
import type { ConversionState } from "./follow-conversion";
import { type Conversion, followConversion } from "./follow-conversion";
import { ResultView } from "./result-view";
import type { VideoSource } from "./source";
import { getProgressShare, getStageText } from "./stages";
import type { VideoDraft } from "./video-form";

export function ConversionView({
  task,
  source,
  draft,
  onSource,
  onAgain,
  onNew,
}: {
  task: string;
  source: VideoSource | undefined;
  draft: VideoDraft;
  onSource: (source: VideoSource) => void;
  onAgain: () => void;
  onNew: () => void;
}) {
  const t = useTranslations("video");
  const now = useConversion(task);
  if (now.state === "done")
    return <ResultView {...{ source, onSource, onNew }} result={now.result} asked={draft.method} />;
  if (now.state === "running")
    return <Running task={task} progress={now.progress} isReconnecting={now.isReconnecting === true} />;
  const isCancelled = now.state === "cancelled";
  return (
    <div role={isCancelled ? "status" : "alert"}>
      <EmptyState
        title={t(isCancelled ? "cancelled" : "failed")}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" onClick={onAgain}>
              {t("tryAgain")}
            </Button>
            <Button onClick={onNew}>{t("convertAnother")}</Button>
          </div>
        }
      >
        {!isCancelled && (
          <p>
            {now.isGone ? (
              t("gone", { days: RETENTION_DAYS })
            ) : now.reason ? (
              <Reason>{now.reason}</Reason>
            ) : (
              t("failedUnknown")
            )}
          </p>
        )}
        <p>{t(source ? "retryHelp" : "retryNeedsVideo")}</p>
      </EmptyState>
    </div>
  );
}

function Running({
  task,
  progress,
  isReconnecting,
}: {
  task: string;
  progress: ConversionState | undefined;
  isReconnecting: boolean;
}) {
  const t = useTranslations("video");
  const say = useToast();
  const [isStopping, setStopping] = useState(false);
  const stop = async () => {
    setStopping(true);
    try {
      await call(repliesApi.stopStream, { params: { streaming_task_id: task } });
    } catch (error) {
      say(error as Error);
      setStopping(false);
    }
  };
  const doing = getStageText(t, progress);
  const share = progress && getProgressShare(progress);
  return (
    <section aria-label={t("progress")} className="mx-auto mt-10 flex max-w-md flex-col gap-3">
      <p role="status" className="flex items-center gap-2.5 font-medium">
        <Spinner />
        {isReconnecting ? t("reconnecting") : doing}
      </p>
      {share !== undefined && (
        <progress aria-label={doing} value={share} className="h-2 w-full accent-accent" />
      )}
      <p className="text-sm text-muted">{t("mayLeave")}</p>
      <Button className="self-start" busy={isStopping} onClick={() => void stop()}>
        {t("cancel")}
      </Button>
    </section>
  );
}

function useConversion(task: string): Conversion {
  const [now, setNow] = useState<Conversion>({ state: "running" });
  useEffect(() => followConversion(task, setNow), [task]);
  return now;
}
