import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireViewer } from "@/app/viewer";
import { Profile } from "@/components/settings/profile";
import { queryFor } from "@/lib/api/query";
import { usersApi } from "@/lib/identity/users/contract";
import { getMe } from "@/lib/identity/users/service";

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
