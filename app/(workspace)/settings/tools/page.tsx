import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { requireViewer } from "@/app/viewer";
import { serversQuery } from "@/components/data/mcp";
import { webAccessQuery } from "@/components/data/web";
import { getWords, titled, Words } from "@/components/i18n/server";
import { Servers } from "@/components/settings/mcp/servers";
import { WebAccess } from "@/components/settings/web-access/web-access";
import { PageSection } from "@/components/ui/section";
import { can } from "@/lib/identity/access/service";
import { list } from "@/lib/replies/mcp-client/service";
import * as web from "@/lib/replies/web/service";

export const generateMetadata = titled("settings", "tools");

export default async function ToolsPage() {
  const viewer = await requireViewer();
  if (!can(viewer, "tools.connect")) {
    const t = await getWords("mcp");
    return (
      <PageSection title={t("title")} lead={t("managersOnly")}>
        {null}
      </PageSection>
    );
  }
  const client = new QueryClient();
  const [{ items }, access] = await Promise.all([
    list(viewer, { page: 1, page_size: 100 }),
    web.getAccess(viewer),
  ]);
  client.setQueryData(serversQuery.queryKey, items);
  client.setQueryData(webAccessQuery.queryKey, access);
  return (
    <Words of={["mcp", "webAccess"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Servers />
        <WebAccess kinds={web.kinds} />
      </HydrationBoundary>
    </Words>
  );
}
