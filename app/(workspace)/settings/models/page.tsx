import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { requireViewer } from "@/app/viewer";
import { connectionsQuery } from "@/components/data/models";
import { titled, Words } from "@/components/i18n/server";
import { Models } from "@/components/settings/models";
import { can } from "@/lib/identity/access/service";
import { kinds, listConnections } from "@/lib/llm/providers/service";

export const generateMetadata = titled("settings", "models");

export default async function ModelsPage() {
  const viewer = await requireViewer();
  const canManage = can(viewer, "models.connect");
  const client = new QueryClient();
  // The models are loaded by the browser, because the providers may take a while to list them.
  if (canManage) client.setQueryData(connectionsQuery.queryKey, await listConnections(viewer));
  return (
    <Words of={["settingsModels", "embeddingModels", "modelProblems"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Models kinds={canManage ? kinds : []} canManage={canManage} />
      </HydrationBoundary>
    </Words>
  );
}
