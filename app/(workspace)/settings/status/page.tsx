import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { Status } from "@/components/admin/status/status";
import { statusQuery } from "@/components/data/installation";
import { createTitleMetadata, getTranslations, Translations } from "@/components/i18n/server";
import { PageSection } from "@/components/ui/section";

export const generateMetadata = createTitleMetadata("settings", "status");

export default async function StatusPage() {
  const viewer = await requireViewer();
  if (!viewer.user.isInstallationOwner) {
    const t = await getTranslations("status");
    return (
      <PageSection title={t("title")} lead={t("ownerOnly")}>
        {null}
      </PageSection>
    );
  }
  const client = new QueryClient();
  // Ignores errors, because the page must work during outages. Its script requests the status again.
  const state = await services()
    .getStatus(viewer)
    .catch(() => undefined);
  if (state) client.setQueryData(statusQuery.queryKey, state);
  return (
    <Translations of={["status", "embeddingModels", "modelProblems"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Status />
      </HydrationBoundary>
    </Translations>
  );
}
