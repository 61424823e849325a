import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { Usage } from "@/components/admin/usage/usage";
import { reportQuery, usageLimitQuery } from "@/components/data/usage";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("settings", "usage");

export default async function UsagePage() {
  const viewer = await requireViewer();
  const { id, role } = viewer.group;
  const client = new QueryClient();
  client.setQueryData(
    reportQuery("day", "thisMonth").queryKey,
    await services().reportUsage(viewer, { by: "day" }),
  );
  if (role !== "member")
    client.setQueryData(usageLimitQuery.queryKey, await services().getUsageLimit(viewer));
  return (
    <Translations of={["usage", "usageNotice", "tokensForm"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Usage groupId={id} role={role} />
      </HydrationBoundary>
    </Translations>
  );
}
