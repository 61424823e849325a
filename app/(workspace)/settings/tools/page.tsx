import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { requireViewer } from "@/app/viewer";
import { serversQuery } from "@/components/data/mcp";
import { Servers } from "@/components/mcp/servers";
import { PageSection } from "@/components/ui/section";
import { getWords, titled, Words } from "@/components/words/server";
import { list } from "@/lib/conversation/mcp/service";
import { may } from "@/lib/identity/access/service";

export const generateMetadata = titled("settings", "tools");

export default async function ToolsPage() {
  const viewer = await requireViewer();
  if (!may(viewer, "tools.connect")) {
    const t = await getWords("mcp");
    return (
      <PageSection title={t("title")} lead={t("managersOnly")}>
        {null}
      </PageSection>
    );
  }
  const client = new QueryClient();
  const { items } = await list(viewer, { page: 1, page_size: 100 });
  client.setQueryData(serversQuery.queryKey, items);
  return (
    <Words of={["mcp"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Servers />
      </HydrationBoundary>
    </Words>
  );
}
