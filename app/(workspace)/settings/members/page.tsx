import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { firstPage, invitationsQuery, membersQuery } from "@/components/data/groups";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { Members } from "@/components/settings/members";

export const generateMetadata = createTitleMetadata("settings", "members");

export default async function MembersPage() {
  const viewer = await requireViewer();
  const { id, role } = viewer.group;
  const client = new QueryClient();
  const members = await services().listGroupMembers(viewer, id, firstPage);
  client.setQueryData(membersQuery(id).queryKey, { pages: [members.items], pageParams: [1] });
  if (role !== "member") {
    const invitations = await services().listInvitations(viewer, id, firstPage);
    client.setQueryData(invitationsQuery(id).queryKey, { pages: [invitations.items], pageParams: [1] });
  }
  return (
    <Translations of={["settingsMembers"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Members me={{ id: viewer.user.id, role, groupId: id }} />
      </HydrationBoundary>
    </Translations>
  );
}
