import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireViewer } from "@/app/viewer";
import { GroupSettings } from "@/components/settings/group";
import { queryFor } from "@/lib/api/query";
import { groupsApi } from "@/lib/identity/groups/contract";
import { read } from "@/lib/identity/groups/service";

export const metadata: Metadata = { title: "Group" };

export default async function GroupPage() {
  const viewer = await requireViewer();
  const { id } = viewer.group;
  const client = new QueryClient();
  client.setQueryData(queryFor(groupsApi.getGroup, { params: { id } }).queryKey, await read(viewer, id));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <GroupSettings groupId={id} />
    </HydrationBoundary>
  );
}
