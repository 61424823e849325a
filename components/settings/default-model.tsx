"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { Model } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { ModelProblems } from "@/components/shell/model-problems";
import { LoadError } from "@/components/ui/read";
import { Loading } from "@/components/ui/states";
import type { AnswerOf } from "@/lib/api/contract";
import type { groupModelsApi } from "@/lib/llm/group-models/contract";
import type { ProviderKind } from "@/lib/llm/models/contract";
import { listFormat } from "@/lib/platform/words/translate";

type ModelList = AnswerOf<typeof groupModelsApi.listModels>;
const box = "rounded-xl border bg-surface px-4 py-3";

export function DefaultModel({
  models,
  kinds,
  canManage,
}: {
  models: UseQueryResult<ModelList>;
  kinds: ProviderKind[];
  canManage: boolean;
}) {
  const t = useTranslations("settingsModels");
  if (models.isPending) return <Loading label={t("loading")} className="mt-8 h-20 rounded-xl" />;
  if (models.isError) return <LoadError error={models.error} retry={() => void models.refetch()} />;
  const { default: byDefault, problems } = models.data;
  return (
    <div className="mt-8 space-y-3 empty:hidden">
      {problems.length > 0 && (
        <div role="status" className={box}>
          <ModelProblems problems={problems}>{() => null}</ModelProblems>
        </div>
      )}
      {byDefault?.builtin && <NoLanguageModel kinds={kinds} canManage={canManage} />}
      {byDefault && !byDefault.builtin && <UsedByDefault model={byDefault} />}
    </div>
  );
}

function UsedByDefault({ model }: { model: Model }) {
  const t = useTranslations("settingsModels");
  return (
    <p className={box}>
      {t.rich("byDefault", {
        model: model.name ?? model.label,
        name: (text) => <strong className="font-medium">{text}</strong>,
        note: (text) => <span className="text-muted">{text}</span>,
      })}
    </p>
  );
}

const takesOnlyKey = ({ key, address, options = [] }: ProviderKind): boolean =>
  key === "needed" && address !== "needed" && !options.some(({ isNeeded }) => isNeeded);

function NoLanguageModel({ kinds, canManage }: { kinds: ProviderKind[]; canManage: boolean }) {
  const t = useTranslations("settingsModels");
  const withKey = kinds.filter(takesOnlyKey).map(({ label }) => label);
  return (
    <div className={box}>
      <p className="font-medium">{t("none")}</p>
      <p className="mt-1 text-sm text-muted">{t("noneHelp")}</p>
      {canManage && (
        <p className="mt-2 text-sm text-muted">
          {t("noneConnect", {
            providers: listFormat(t.locale, { type: "disjunction" }).format(withKey),
          })}
        </p>
      )}
    </div>
  );
}
