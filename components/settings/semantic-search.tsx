"use client";

import { useQuery } from "@tanstack/react-query";
import { semanticSearchQuery } from "@/components/data/models";
import { Unread } from "@/components/ui/read";
import { Loading } from "@/components/ui/states";
import { useWords } from "@/components/words/words";
import { numberFormat } from "@/lib/platform/words/translate";

/** Which model finds texts by their meaning, and what is the matter with it. */
export function SemanticSearch() {
  const t = useWords("settingsModels");
  const state = useQuery(semanticSearchQuery);
  if (state.isPending) return <Loading label={t("loadingSemanticSearch")} className="mt-3 h-16 rounded-xl" />;
  if (state.isError) return <Unread error={state.error} retry={() => void state.refetch()} />;
  const { label, builtin, problem, switching } = state.data;
  return (
    <div className="mt-3 rounded-xl border bg-surface px-4 py-3">
      <p>
        {t.rich("semanticSearch", {
          model: label,
          name: (text) => <strong className="font-medium">{text}</strong>,
        })}
      </p>
      {builtin && <p className="mt-1 text-sm text-muted">{t("semanticEnglish")}</p>}
      {switching && (
        <p className="mt-1 text-sm text-muted" role="status">
          {t(switching.from === "builtin" ? "reindexingBuiltin" : "reindexing", {
            percent: numberFormat(t.locale, { style: "percent" }).format(switching.progress / 100),
            model: switching.from,
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
