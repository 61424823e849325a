"use client";

import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "@/components/data/models";
import { PageSection } from "@/components/ui/section";
import type { ProviderKind } from "@/lib/ai/models/contract";
import { Connections } from "./connections";
import { DefaultModel } from "./default-model";
import { ModelSight } from "./model-sight";
import { SemanticSearch } from "./semantic-search";

/** Which model answers now, and for admins how models are reached. */
export function Models({ kinds, mayManage }: { kinds: ProviderKind[]; mayManage: boolean }) {
  const models = useQuery(modelsQuery);
  return (
    <PageSection title="Models" lead="What assistants think with.">
      <DefaultModel models={models} kinds={kinds} mayManage={mayManage} />
      {models.data && <ModelSight models={models.data.models} mayManage={mayManage} />}
      <SemanticSearch />
      {mayManage ? (
        <Connections kinds={kinds} />
      ) : (
        <p className="mt-6 text-sm text-muted">
          The owner and the admins of your group can connect models. Ask one of them for another model.
        </p>
      )}
    </PageSection>
  );
}
