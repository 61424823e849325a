import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { showNotFound } from "@/app/found";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { projectQuery } from "@/components/data/workspaces";
import { createTitleMetadata, Translations } from "@/components/i18n/server";
import { ProjectPage } from "@/components/projects/project-page";

export const generateMetadata = createTitleMetadata("projects", "project");

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export default async function OneProjectPage({ params }: { params: Promise<{ id: string }> }) {
  const viewer = await requireViewer();
  const { id } = await params;
  if (!UUID.test(id)) notFound();
  const project = await showNotFound(services().getWorkspace(viewer, id.toLowerCase()));
  const client = new QueryClient();
  client.setQueryData(projectQuery(project.uuid).queryKey, project);
  return (
    <Translations of={["audience", "chatSettings", "projects"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <ProjectPage id={project.uuid} />
      </HydrationBoundary>
    </Translations>
  );
}
