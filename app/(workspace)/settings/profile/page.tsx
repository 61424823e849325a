import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { meQuery } from "@/components/data/users";
import { titled, Words } from "@/components/i18n/server";
import { Profile } from "@/components/settings/profile";

export const generateMetadata = titled("settings", "profile");

export default async function ProfilePage() {
  const viewer = await requireViewer();
  const client = new QueryClient();
  client.setQueryData(meQuery.queryKey, await services().getMe(viewer));
  return (
    <Words of={["settingsProfile"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Profile group={viewer.group} />
      </HydrationBoundary>
    </Words>
  );
}
