"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Download } from "@/components/admin/embedding-models/download";
import { useEmbeddingName } from "@/components/admin/embedding-models/name";
import type { InstallationState } from "@/components/data/installation";
import { statusQuery } from "@/components/data/installation";
import { useProviderNames } from "@/components/i18n/provider";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { CheckConnection, FromEnvironment, ModelProblems } from "@/components/shell/model-problems";
import { QueryBoundary } from "@/components/ui/read";
import { FactList, PageSection } from "@/components/ui/section";
import { formatBytes } from "@/components/ui/size";
import { Badge } from "@/components/ui/states";
import { listFormat } from "@/lib/platform/words/translate";
import { Failures } from "./failures";
import { SlowOperations } from "./slow-operations";

const POLL_INTERVAL_MS = 10_000;

export function Status() {
  const t = useTranslations("status");
  const state = useQuery({
    ...statusQuery,
    refetchInterval: POLL_INTERVAL_MS,
  });
  return (
    <PageSection title={t("title")} lead={t("lead")}>
      <QueryBoundary query={state} loading={t("loading")} className="h-64 rounded-xl">
        {(data) => (
          <>
            <Parts state={data} />
            <Failures queue={data.queue} />
            <SlowOperations rows={data.slow_operations} />
          </>
        )}
      </QueryBoundary>
    </PageSection>
  );
}

function Parts({ state }: { state: InstallationState }) {
  const t = useTranslations("status");
  const moments = useMoments();
  const getName = useEmbeddingName();
  const getProvider = useProviderNames();
  const { queue, storage, database, semantic_search: search, index_backlog: index, providers } = state;
  const { speech_recognition: speech } = state;
  const { model_problems: problems } = state;
  const { running, waiting, failed } = queue;
  const works = ["success", t("working")] as const;
  const without = providers.length === 0 ? (["neutral", t("none")] as const) : undefined;
  const modelState = problems.length > 0 ? (["danger", t("notWorking")] as const) : without;
  const since = (at: string) => ({
    since: moments.fullTime(at),
    time: (text: ReactNode) => <time dateTime={at}>{text}</time>,
  });
  return (
    <FactList>
      <Part name={t("backgroundWork")} is={failed > 0 ? ["warning", t("someFailed")] : works}>
        {queue.engine === "inngest"
          ? t("inngestWork", { waiting, failed })
          : t("queuedWork", { running, waiting, failed })}
      </Part>
      <Part name={t("replies")}>
        {t("repliesRunning", { replies: state.replies_running, streams: state.streams_open })}
      </Part>
      <Part name={t("models")} is={modelState}>
        {providers.length > 0
          ? t("modelsConnected", {
              providers: listFormat(t.locale).format(providers.map((id) => getProvider(id)?.label ?? id)),
            })
          : t("modelsByGroups")}
        <ModelProblems problems={problems}>
          {({ connection }) =>
            providers.includes(connection) ? (
              <FromEnvironment provider={connection} />
            ) : (
              <CheckConnection connection={connection} />
            )
          }
        </ModelProblems>
      </Part>
      <Part name={t("semanticSearch")} is={!search || search.problem ? ["warning", t("notWorking")] : works}>
        {search ? `${getName(search.model)}. ${search.problem ?? ""}` : t("stateUnknown")}{" "}
        {index.oldest_at === null
          ? t("allIndexed")
          : t.rich("notIndexed", { messages: index.messages, ...since(index.oldest_at) })}
        {search?.awaits && <Download of={search.awaits} />}
      </Part>
      <Part name={t("speechRecognition")} is={speech.model ? works : ["neutral", t("none")]}>
        {speech.model ? `${getName(speech.model)}.` : t("noTranscripts")}{" "}
        {speech.downloads_when_needed && !speech.awaits && t("whisperLater")}
        {speech.awaits && <Download of={speech.awaits} />}
      </Part>
      <Part name={t("files")} is={storage.works ? works : ["danger", t("notWritable")]}>
        {t("filesHeld", { files: storage.files, size: formatBytes(t.locale, storage.bytes) })}
      </Part>
      <Part name={t("database")} is={works}>
        {t(database.kind === "embedded" ? "embedded" : "postgres", {
          size: formatBytes(t.locale, database.bytes),
        })}
      </Part>
      <Part name={t("process")}>
        {t.rich("processOf", {
          version: state.version,
          node: state.node.replace(/^v/, ""),
          size: formatBytes(t.locale, state.memory_bytes),
          ...since(state.started_at),
        })}{" "}
        {t("processes", { processes: state.processes })}
      </Part>
    </FactList>
  );
}

type Tone = "success" | "warning" | "danger" | "neutral";

function Part({ name, is, children }: { name: string; is?: readonly [Tone, string]; children: ReactNode }) {
  return (
    <div className="px-4 py-3">
      <dt className="flex items-center justify-between gap-3 font-medium">
        {name}
        {is && <Badge tone={is[0]}>{is[1]}</Badge>}
      </dt>
      <dd className="mt-0.5 text-sm text-muted wrap-anywhere">{children}</dd>
    </div>
  );
}
