import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { serversQuery } from "@/components/data/mcp";
import { webAccessQuery } from "@/components/data/web";
import { createTitleMetadata, getTranslations, Translations } from "@/components/i18n/server";
import { Servers } from "@/components/settings/mcp/servers";
import { WebAccess } from "@/components/settings/web-access/web-access";
import { PageSection } from "@/components/ui/section";

export const generateMetadata = createTitleMetadata("settings", "tools");

export default async function ToolsPage() {
  const viewer = await requireViewer();
  if (!services().can(viewer, "tools.connect")) {
    const t = await getTranslations("mcp");
    return (
      <PageSection title={t("title")} lead={t("managersOnly")}>
        {null}
      </PageSection>
    );
  }
  const client = new QueryClient();
  const [{ items }, access] = await Promise.all([
    services().listMcpServers(viewer, { page: 1, page_size: 100 }),
    services().getWebAccess(viewer),
  ]);
  client.setQueryData(serversQuery.queryKey, items);
  client.setQueryData(webAccessQuery.queryKey, access);
  return (
    <Translations of={["mcp", "headers", "webAccess"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Servers />
        <WebAccess kinds={services().searchEngineKinds} />
      </HydrationBoundary>
    </Translations>
  );
}
