import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { requireViewer } from "@/app/viewer";
import { serversQuery } from "@/components/data/mcp";
import { Servers } from "@/components/mcp/servers";
import { PageSection } from "@/components/ui/section";
import { titled } from "@/components/words/server";
import { list } from "@/lib/conversation/mcp/service";
import { may, rules } from "@/lib/identity/access/service";

export const generateMetadata = titled("settings", "tools");

export default async function ToolsPage() {
  const viewer = await requireViewer();
  if (!may(viewer, "tools.connect")) {
    return (
      <PageSection title="Tools" lead={rules["tools.connect"].says}>
        {null}
      </PageSection>
    );
  }
  const client = new QueryClient();
  const { items } = await list(viewer, { page: 1, page_size: 100 });
  client.setQueryData(serversQuery.queryKey, items);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Servers />
    </HydrationBoundary>
  );
}
