import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { workspacesQuery } from "@/components/data/workspaces";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { ProjectList } from "@/components/projects/project-list";

export const generateMetadata = createTitleMetadata("projects", "title");

export default async function ProjectsPage() {
  const client = new QueryClient();
  client.setQueryData(workspacesQuery.queryKey, await services().listWorkspaces(await requireViewer()));
  return (
    <Translations of={["audience", "chatSettings", "projects"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <ProjectList />
      </HydrationBoundary>
    </Translations>
  );
}
