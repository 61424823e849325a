import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { Webhooks } from "@/components/automation/webhooks/webhooks";
import { webhooksQuery } from "@/components/data/webhooks";
import { createTitleMetadata, getTranslations, Translations } from "@/components/i18n/server";
import { PageSection } from "@/components/ui/section";

export const generateMetadata = createTitleMetadata("settings", "webhooks");

export default async function WebhooksPage() {
  const viewer = await requireViewer();
  if (viewer.group.role === "member") {
    const t = await getTranslations("webhooks");
    return (
      <PageSection title={t("title")} lead={t("managersOnly")}>
        {null}
      </PageSection>
    );
  }
  const client = new QueryClient();
  client.setQueryData(webhooksQuery.queryKey, await services().listWebhooks(viewer));
  return (
    <Translations of={["webhooks"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Webhooks />
      </HydrationBoundary>
    </Translations>
  );
}
