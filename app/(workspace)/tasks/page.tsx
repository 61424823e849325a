import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { TaskList } from "@/components/automation/tasks/task-list";
import { tasksQuery } from "@/components/data/tasks";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("tasks", "title");

export default async function TasksPage() {
  const viewer = await requireViewer();
  const { items } = await services().listTasks(viewer, { page: 1, page_size: 100 });
  const client = new QueryClient();
  client.setQueryData(tasksQuery("").queryKey, items);
  return (
    <Translations of={["audience", "tasks"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <TaskList />
      </HydrationBoundary>
    </Translations>
  );
}
