import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { requireViewer } from "@/app/viewer";
import { AssistantList } from "@/components/assistants/assistant-list";
import { assistantsQuery, everyAssistant } from "@/components/data/assistants";
import { titled, Words } from "@/components/i18n/server";
import { list } from "@/lib/chat/assistants/service";
import { can } from "@/lib/identity/access/service";

export const generateMetadata = titled("assistants", "title");

export default async function AssistantsPage() {
  const viewer = await requireViewer();
  const { items } = await list(viewer, everyAssistant);
  const client = new QueryClient();
  client.setQueryData(assistantsQuery.queryKey, items);
  return (
    <Words of={["assistants"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <AssistantList canManage={can(viewer, "assistants.change")} />
      </HydrationBoundary>
    </Words>
  );
}
