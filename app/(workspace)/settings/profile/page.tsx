import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireViewer } from "@/app/viewer";
import { meQuery } from "@/components/data/users";
import { Profile } from "@/components/settings/profile";
import { getMe } from "@/lib/identity/users/service";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage() {
  const viewer = await requireViewer();
  const client = new QueryClient();
  client.setQueryData(meQuery.queryKey, await getMe(viewer));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Profile group={viewer.group} />
    </HydrationBoundary>
  );
}
