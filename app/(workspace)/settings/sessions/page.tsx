import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { sessionsQuery } from "@/components/data/users";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { Sessions } from "@/components/settings/sessions";

export const generateMetadata = createTitleMetadata("settings", "sessions");

export default async function SessionsPage() {
  const viewer = await requireViewer();
  const client = new QueryClient();
  client.setQueryData(sessionsQuery.queryKey, await services().listSessions(viewer));
  return (
    <Translations of={["settingsSessions"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Sessions />
      </HydrationBoundary>
    </Translations>
  );
}
