"use client";

import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "@/components/data/models";
import { useProviderNames } from "@/components/i18n/provider";
import { useTranslations } from "@/components/i18n/words";
import { PageSection } from "@/components/ui/section";
import type { ProviderKind } from "@/lib/llm/models/contract";
import { Connections } from "./connections";
import { DefaultModel } from "./default-model";
import { GroupModels } from "./group-models/group-models";
import { ModelsFileSection } from "./group-models/models-file";
import { ModelVisionSupport } from "./model-sight";
import { PictureModel } from "./picture-model";
import { SemanticSearch } from "./semantic-search";

export function Models({ kinds: known, canManage }: { kinds: ProviderKind[]; canManage: boolean }) {
  const t = useTranslations("settingsModels");
  const title = useTranslations("settings")("models");
  const getName = useProviderNames();
  const kinds = known.map((kind) => ({ ...kind, label: getName(kind.provider)?.label ?? kind.label }));
  const models = useQuery(modelsQuery);
  return (
    <PageSection title={title} lead={t("lead")}>
      {canManage ? <Connections kinds={kinds} /> : <p className="text-sm text-muted">{t("askAdmin")}</p>}
      {canManage && <GroupModels />}
      <DefaultModel models={models} kinds={kinds} canManage={canManage} />
      {models.data && <ModelVisionSupport models={models.data.models} canManage={canManage} />}
      <SemanticSearch />
      <PictureModel canManage={canManage} />
      {canManage && <ModelsFileSection />}
    </PageSection>
  );
}
