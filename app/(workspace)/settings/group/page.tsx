import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { GroupSettings } from "@/components/settings/group";
import { queryFor } from "@/lib/api/query";
import { requireViewer } from "@/lib/auth/page";
import { groupsApi } from "@/lib/groups/contract";
import { read } from "@/lib/groups/service";

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
