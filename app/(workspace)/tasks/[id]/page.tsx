import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { parseId, showNotFound } from "@/app/found";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { TaskPage } from "@/components/automation/tasks/task-page";
import { taskQuery } from "@/components/data/tasks";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("tasks", "template");

export default async function OneTaskPage({ params }: { params: Promise<{ id: string }> }) {
  const viewer = await requireViewer();
  const { id } = await params;
  const task = await showNotFound(services().getTask(viewer, parseId(id)));
  const client = new QueryClient();
  client.setQueryData(taskQuery(task.id).queryKey, task);
  return (
    <Translations of={["audience", "chatSettings", "composerOptions", "tasks"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <TaskPage key={task.id} id={task.id} />
      </HydrationBoundary>
    </Translations>
  );
}
