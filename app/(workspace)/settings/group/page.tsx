import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { groupQuery } from "@/components/data/groups";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { GroupSettings } from "@/components/settings/group";

export const generateMetadata = createTitleMetadata("settings", "group");

export default async function GroupPage() {
  const viewer = await requireViewer();
  const { id } = viewer.group;
  const client = new QueryClient();
  client.setQueryData(groupQuery(id).queryKey, await services().getGroup(viewer, id));
  return (
    <Translations of={["settingsGroup"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <GroupSettings groupId={id} />
      </HydrationBoundary>
    </Translations>
  );
}
