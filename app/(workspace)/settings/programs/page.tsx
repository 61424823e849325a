import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { programsQuery } from "@/components/data/users";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { Programs } from "@/components/settings/programs";

export const generateMetadata = createTitleMetadata("settings", "programs");

export default async function ProgramsPage() {
  const viewer = await requireViewer();
  const client = new QueryClient();
  client.setQueryData(programsQuery.queryKey, await services().listPrograms(viewer));
  return (
    <Translations of={["settingsPrograms"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Programs address={services().protectedResource().resource} />
      </HydrationBoundary>
    </Translations>
  );
}
