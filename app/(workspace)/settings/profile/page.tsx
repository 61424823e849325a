import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Profile } from "@/components/settings/profile";
import { queryFor } from "@/lib/api/query";
import { requireViewer } from "@/lib/auth/page";
import { usersApi } from "@/lib/users/contract";
import { getMe } from "@/lib/users/service";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage() {
  const viewer = await requireViewer();
  const client = new QueryClient();
  client.setQueryData(queryFor(usersApi.getMe).queryKey, await getMe(viewer));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Profile group={viewer.group} />
    </HydrationBoundary>
  );
}
