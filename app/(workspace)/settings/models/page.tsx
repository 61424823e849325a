import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { connectionsQuery } from "@/components/data/models";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { Models } from "@/components/settings/models";

export const generateMetadata = createTitleMetadata("settings", "models");

export default async function ModelsPage() {
  const viewer = await requireViewer();
  const canManage = services().can(viewer, "models.connect");
  const client = new QueryClient();
  // The models are loaded by the browser, because the providers may take a while to list them.
  if (canManage) client.setQueryData(connectionsQuery.queryKey, await services().listConnections(viewer));
  return (
    <Translations
      of={["settingsModels", "audience", "embeddingModels", "groupModels", "headers", "modelProblems"]}
    >
      <HydrationBoundary state={dehydrate(client)}>
        <Models kinds={canManage ? services().providerKinds : []} canManage={canManage} />
      </HydrationBoundary>
    </Translations>
  );
}
