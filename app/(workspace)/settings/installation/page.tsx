import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { Installation } from "@/components/admin/installation/installation";
import { settingsQuery } from "@/components/data/installation";
import { createTitleMetadata, getTranslations, Translations } from "@/components/i18n/server";
import { PageSection } from "@/components/ui/section";

export const generateMetadata = createTitleMetadata("settings", "installation");

export default async function InstallationPage() {
  const viewer = await requireViewer();
  if (!viewer.user.isInstallationOwner) {
    const t = await getTranslations("installation");
    return (
      <PageSection title={t("title")} lead={t("ownerOnly")}>
        {null}
      </PageSection>
    );
  }
  const client = new QueryClient();
  const [settings, groups] = await Promise.all([
    services().defaultLimits.read(viewer),
    services().listGroups(viewer),
  ]);
  client.setQueryData(settingsQuery.queryKey, settings);
  return (
    <Translations of={["installation", "embeddingModels", "tokensForm"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Installation me={viewer.user.id} myGroups={groups.map(({ id }) => id)} />
      </HydrationBoundary>
    </Translations>
  );
}
