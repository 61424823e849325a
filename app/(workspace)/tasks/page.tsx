import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { requireViewer } from "@/app/viewer";
import { tasksQuery } from "@/components/data/tasks";
import { TaskList } from "@/components/tasks/task-list";
import { list } from "@/lib/automation/tasks/service";

export const metadata: Metadata = { title: "Templates" };

export default async function TasksPage() {
  const viewer = await requireViewer();
  const { items } = await list(viewer, { page: 1, page_size: 100 });
  const client = new QueryClient();
  client.setQueryData(tasksQuery("").queryKey, items);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TaskList />
    </HydrationBoundary>
  );
}
