import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { requireViewer } from "@/app/viewer";
import { webhooksQuery } from "@/components/data/webhooks";
import { PageSection } from "@/components/ui/section";
import { Webhooks } from "@/components/webhooks/webhooks";
import { titled } from "@/components/words/server";
import { list } from "@/lib/chat/webhooks/service";

export const generateMetadata = titled("settings", "webhooks");

export default async function WebhooksPage() {
  const viewer = await requireViewer();
  if (viewer.group.role === "member") {
    return (
      <PageSection title="Webhooks" lead="Only owners and admins of the group may manage webhooks.">
        {null}
      </PageSection>
    );
  }
  const client = new QueryClient();
  client.setQueryData(webhooksQuery.queryKey, await list(viewer));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Webhooks />
    </HydrationBoundary>
  );
}
