import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { requireViewer } from "@/app/viewer";
import { auditQuery, firstEntries } from "@/components/data/audit";
import { AuditLog } from "@/components/settings/audit-log";
import { PageSection } from "@/components/ui/section";
import { titled } from "@/components/words/server";
import { list } from "@/lib/identity/audit/service";

export const generateMetadata = titled("settings", "auditLog");

export default async function AuditLogPage() {
  const viewer = await requireViewer();
  const { id, role } = viewer.group;
  if (role === "member") {
    return (
      <PageSection title="Audit log" lead="Only owners and admins of the group may read it.">
        {null}
      </PageSection>
    );
  }
  const client = new QueryClient();
  const entries = await list(viewer, id, firstEntries);
  client.setQueryData(auditQuery(id).queryKey, { pages: [entries.items], pageParams: [1] });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AuditLog groupId={id} />
    </HydrationBoundary>
  );
}
