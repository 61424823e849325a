import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireViewer } from "@/app/viewer";
import { Members } from "@/components/settings/members";
import { invitationsQuery, membersQuery, PAGE } from "@/components/settings/members-data";
import { listInvitations, listMembers } from "@/lib/identity/groups/service";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage() {
  const viewer = await requireViewer();
  const { id, role } = viewer.group;
  const first = { page: 1, page_size: PAGE };
  const client = new QueryClient();
  const members = await listMembers(viewer, id, first);
  client.setQueryData(membersQuery(id).queryKey, { pages: [members.items], pageParams: [1] });
  if (role !== "member") {
    const invitations = await listInvitations(viewer, id, first);
    client.setQueryData(invitationsQuery(id).queryKey, { pages: [invitations.items], pageParams: [1] });
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Members me={{ id: viewer.user.id, role, groupId: id }} />
    </HydrationBoundary>
  );
}
