import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { apiTokensQuery } from "@/components/data/users";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { ApiTokens } from "@/components/settings/api-tokens";

export const generateMetadata = createTitleMetadata("settings", "apiTokens");

export default async function ApiTokensPage() {
  const viewer = await requireViewer();
  const client = new QueryClient();
  client.setQueryData(apiTokensQuery.queryKey, await services().listApiTokens(viewer));
  return (
    <Translations of={["settingsApiTokens"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <ApiTokens />
      </HydrationBoundary>
    </Translations>
  );
}
