import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { meQuery } from "@/components/data/users";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { Profile } from "@/components/settings/profile";

export const generateMetadata = createTitleMetadata("settings", "profile");

export default async function ProfilePage() {
  const viewer = await requireViewer();
  const client = new QueryClient();
  client.setQueryData(meQuery.queryKey, await services().getMe(viewer));
  return (
    <Translations of={["settingsProfile"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Profile group={viewer.group} canUsePassword={services().canBypassSso(viewer.user)} />
      </HydrationBoundary>
    </Translations>
  );
}
