import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { auditQuery, firstEntries } from "@/components/data/audit";
import { createTitleMetadata, getTranslations, Translations } from "@/components/i18n/server";
import { AuditLog } from "@/components/settings/audit-log";
import { PageSection } from "@/components/ui/section";

export const generateMetadata = createTitleMetadata("settings", "auditLog");

export default async function AuditLogPage() {
  const viewer = await requireViewer();
  const { id, role } = viewer.group;
  if (role === "member") {
    const t = await getTranslations("settingsAuditLog");
    return (
      <PageSection title={(await getTranslations("settings"))("auditLog")} lead={t("leadForbidden")}>
        {null}
      </PageSection>
    );
  }
  const client = new QueryClient();
  const entries = await services().listAuditEntries(viewer, id, firstEntries);
  client.setQueryData(auditQuery(id).queryKey, { pages: [entries.items], pageParams: [1] });
  return (
    <Translations of={["settingsAuditLog"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <AuditLog groupId={id} />
      </HydrationBoundary>
    </Translations>
  );
}
