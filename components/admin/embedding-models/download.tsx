"use client";

import { Reason } from "@/components/i18n/reason";
import { useTranslations } from "@/components/i18n/words";
import type { installationApi } from "@/lib/admin/installation/contract";
import type { AnswerOf } from "@/lib/api/contract";
import { numberFormat } from "@/lib/platform/words/translate";
import { useEmbeddingName } from "./name";

type Awaited = Pick<
  AnswerOf<typeof installationApi.getEmbeddingModels>["models"][number],
  "model" | "state" | "progress" | "problem"
>;

export function Download({ of: { model, state, progress, problem } }: { of: Awaited }) {
  const t = useTranslations("embeddingModels");
  const getName = useEmbeddingName();
  const percent = numberFormat(t.locale, { style: "percent" }).format(progress / 100);
  if (problem)
    return (
      <p className="mt-1 text-sm text-danger" role="status">
        {t("downloadFailed", { model: getName(model) })} <Reason>{problem}</Reason>
      </p>
    );
  return (
    <p className="mt-1 text-sm text-muted" role="status">
      {t(state === "downloading" ? "downloading" : "awaited", { model: getName(model), percent })}
    </p>
  );
}
