"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Film from "lucide-react/icons/film";
import { type ConversionItem, conversionsQuery } from "@/components/data/videos";
import { useProblem } from "@/components/i18n/problem";
import { Reason } from "@/components/i18n/reason";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Badge, EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { RETENTION_DAYS } from "@/lib/knowledge/video/operations";
import type { Key } from "@/lib/platform/words/screens";
import { ConversionActions, ConversionMenu } from "./conversion-actions";
import { getProgressShare, getStageText } from "./stages";
import { VideoTabs } from "./video-tabs";

export function Conversions() {
  const t = useTranslations("video");
  const problem = useProblem();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useInfiniteQuery(conversionsQuery);
  const conversions = data?.pages.flat();
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-5xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <h1 className="text-title">{t("title")}</h1>
        <p className="mt-1 max-w-prose text-sm text-muted">
          {t("conversionsHelp", { days: RETENTION_DAYS })}
        </p>
        <VideoTabs at="/video/conversions" />
        {error && !data && (
          <ErrorState what={t("conversionsFailed")} reason={problem(error)} retry={() => void refetch()} />
        )}
        {!data && !error && <Loading label={t("loadingConversions")} className="mt-4 h-40 rounded-xl" />}
        {conversions?.length === 0 && (
          <div className="mt-4 rounded-xl border border-dashed">
            <EmptyState title={t("noConversions")} icon={<Film aria-hidden />}>
              {t("noConversionsHelp")}
            </EmptyState>
          </div>
        )}
        {conversions && conversions.length > 0 && (
          <ul aria-label={t("conversions")} className="mt-4 divide-y rounded-xl border bg-surface text-sm">
            {conversions.map((conversion) => (
              <Row key={conversion.streaming_task_id} conversion={conversion} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div className="mt-4 text-center">
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t("showMore")}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

function toConversionUrl({ streaming_task_id: task, document_id: document }: ConversionItem): string {
  return `/video?task=${task}${document === null ? "" : `&document=${document}`}`;
}

const used = { full_video: "madeFromWhole", frames_plus_audio: "madeFromScenes" } as const;

function Row({ conversion }: { conversion: ConversionItem }) {
  const t = useTranslations("video");
  const moments = useMoments();
  const { file_name: name, kind, method, created_at, error, progress, status } = conversion;
  const facts = [kind === "analysis" && t("analysis"), method && t(used[method]), moments.time(created_at)];
  const share = progress ? getProgressShare(progress) : undefined;
  const doing = getStageText(t, progress ?? undefined);
  return (
    <li className="flex items-center gap-3 py-1.5 pe-1.5 ps-3">
      <Film className="size-5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1 py-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={toConversionUrl(conversion)}
            className="min-w-0 font-medium wrap-anywhere hover:underline"
          >
            {name}
          </Link>
          <State status={status} />
        </p>
        <p className="text-muted wrap-anywhere">{facts.filter(Boolean).join(" · ")}</p>
        {progress && (
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>{doing}</span>
            {share !== undefined && (
              <progress aria-label={doing} value={share} className="h-1.5 min-w-32 flex-1 accent-accent" />
            )}
          </div>
        )}
        {status === "failed" && error && (
          <p className="text-danger wrap-anywhere">
            <Reason>{error}</Reason>
          </p>
        )}
        <ConversionActions conversion={conversion} />
      </div>
      <ConversionMenu conversion={conversion} />
    </li>
  );
}

const states: Record<Exclude<ConversionItem["status"], "completed">, Key<"video">> = {
  queued: "stateQueued",
  running: "stateRunning",
  failed: "stateFailed",
  cancelled: "cancelled",
};

function State({ status }: Pick<ConversionItem, "status">) {
  const t = useTranslations("video");
  if (status === "completed") return null;
  return <Badge tone={status === "failed" ? "danger" : "neutral"}>{t(states[status])}</Badge>;
}
