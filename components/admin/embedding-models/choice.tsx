"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { embeddingModelsQuery } from "@/components/data/installation";
import { refreshSemanticSearch } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { Field, Select } from "@/components/ui/field";
import { QueryBoundary } from "@/components/ui/read";
import { Card, Rows, Section } from "@/components/ui/section";
import { formatBytes } from "@/components/ui/size";
import { Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { useBusy } from "@/components/ui/use-busy";
import { installationApi } from "@/lib/admin/installation/operations";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { numberFormat } from "@/lib/platform/words/translate";
import { useEmbeddingName } from "./name";

type EmbeddingModelsState = AnswerOf<typeof installationApi.getEmbeddingModels>;
type EmbeddingModelItem = EmbeddingModelsState["models"][number];

export function EmbeddingChoice() {
  const t = useTranslations("embeddingModels");
  const models = useQuery(embeddingModelsQuery);
  return (
    <Section title={t("title")} help={t("help")}>
      <QueryBoundary query={models} loading={t("loading")} className="mt-3 h-40 rounded-xl">
        {(state) => (
          <>
            <Choice state={state} />
            <Rows label={t("onThisMachine")} className="mt-3">
              {state.models.map((model) => (
                <Row key={model.model} of={model} />
              ))}
            </Rows>
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}

const AUTOMATIC = "";

function Choice({ state: { chosen, from_environment: isFixed, models } }: { state: EmbeddingModelsState }) {
  const t = useTranslations("embeddingModels");
  const getName = useEmbeddingName();
  const client = useQueryClient();
  const say = useToast();
  const { busy, doing } = useBusy<"choose">();
  async function choose(id: string) {
    const body = { chosen: id === AUTOMATIC ? null : id };
    client.setQueryData(
      embeddingModelsQuery.queryKey,
      await call(installationApi.chooseEmbeddingModel, { body }),
    );
    await refreshSemanticSearch(client);
    say(t("chosen"));
  }
  return (
    <Card className="mt-3">
      <Field label={t("model")} help={t(isFixed ? "fixed" : "reindexes")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={chosen ?? AUTOMATIC}
            disabled={isFixed || busy !== undefined}
            onChange={({ target }) => void doing("choose", () => choose(target.value))}
          >
            <option value={AUTOMATIC}>{t("automatic")}</option>
            {[...models.map(({ model }) => model), "builtin"].map((id) => (
              <option key={id} value={id}>
                {getName(id)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Card>
  );
}

const tones = { ready: "success", downloading: "warning", missing: "neutral" } as const;

function Row({
  of: { model, state, progress, problem, bytes, licence, english_only },
}: {
  of: EmbeddingModelItem;
}) {
  const t = useTranslations("embeddingModels");
  const getName = useEmbeddingName();
  const id = useId();
  const percent = numberFormat(t.locale, { style: "percent" }).format(progress / 100);
  const facts = [t(english_only ? "english" : "manyLanguages"), formatBytes(t.locale, bytes), licence];
  return (
    <li className="px-4 py-3" aria-labelledby={id}>
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <span id={id} className="font-medium wrap-anywhere">
          {getName(model)}
        </span>
        <Badge tone={tones[state]}>{state === "downloading" ? percent : t(state)}</Badge>
      </p>
      <p className="mt-0.5 text-sm text-muted">{facts.join(" · ")}</p>
      {problem && (
        <p className="mt-0.5 text-sm text-danger" role="status">
          {t("downloadFailed", { model: getName(model), problem })}
        </p>
      )}
    </li>
  );
}
