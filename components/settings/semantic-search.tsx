"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "@/components/admin/embedding-models/download";
import { useEmbeddingName } from "@/components/admin/embedding-models/name";
import { semanticSearchQuery } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { LoadError } from "@/components/ui/read";
import { Loading } from "@/components/ui/states";
import { numberFormat } from "@/lib/platform/words/translate";

export function SemanticSearch() {
  const t = useTranslations("settingsModels");
  const getName = useEmbeddingName();
  const state = useQuery(semanticSearchQuery);
  if (state.isPending) return <Loading label={t("loadingSemanticSearch")} className="mt-3 h-16 rounded-xl" />;
  if (state.isError) return <LoadError error={state.error} retry={() => void state.refetch()} />;
  const { model, english_only: isEnglish, awaits, problem, switching } = state.data;
  return (
    <div className="mt-3 rounded-xl border bg-surface px-4 py-3">
      <p>
        {t.rich("semanticSearch", {
          model: getName(model),
          name: (text) => <strong className="font-medium">{text}</strong>,
        })}
      </p>
      {isEnglish && <p className="mt-1 text-sm text-muted">{t("semanticEnglish")}</p>}
      {awaits && <Download of={awaits} />}
      {switching && (
        <p className="mt-1 text-sm text-muted" role="status">
          {t("reindexing", {
            percent: numberFormat(t.locale, { style: "percent" }).format(switching.progress / 100),
            model: getName(switching.from),
          })}
        </p>
      )}
      {problem && (
        <p className="mt-1 text-sm text-danger" role="status">
          {t("semanticProblem", { problem })}
        </p>
      )}
    </div>
  );
}
