import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { AssistantList } from "@/components/assistants/assistant-list";
import { assistantsQuery, everyAssistant } from "@/components/data/assistants";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("assistants", "title");

export default async function AssistantsPage() {
  const viewer = await requireViewer();
  const [{ items }, creationRight] = await Promise.all([
    services().listAssistants(viewer, everyAssistant),
    services().getCreationRight(viewer),
  ]);
  const client = new QueryClient();
  client.setQueryData(assistantsQuery.queryKey, items);
  return (
    <Translations of={["assistants", "audience"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <AssistantList canCreate={creationRight !== "nothing"} />
      </HydrationBoundary>
    </Translations>
  );
}
