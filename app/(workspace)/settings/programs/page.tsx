import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { requireViewer } from "@/app/viewer";
import { programsQuery } from "@/components/data/users";
import { titled, Words } from "@/components/i18n/server";
import { Programs } from "@/components/settings/programs";
import { list, protectedResource } from "@/lib/identity/oauth/service";

export const generateMetadata = titled("settings", "programs");

export default async function ProgramsPage() {
  const viewer = await requireViewer();
  const client = new QueryClient();
  client.setQueryData(programsQuery.queryKey, await list(viewer));
  return (
    <Words of={["settingsPrograms"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <Programs address={protectedResource().resource} />
      </HydrationBoundary>
    </Words>
  );
}
