import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireViewer } from "@/app/viewer";
import { taskQuery } from "@/components/data/tasks";
import { TaskPage } from "@/components/tasks/task-page";
import { get } from "@/lib/automation/tasks/service";
import { AppError } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "Task" };

export default async function OneTaskPage({ params }: { params: Promise<{ id: string }> }) {
  const viewer = await requireViewer();
  const { id } = await params;
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  const task = await get(viewer, Number(id)).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === "not_found") notFound();
    throw error;
  });
  const client = new QueryClient();
  client.setQueryData(taskQuery(task.id).queryKey, task);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TaskPage key={task.id} id={task.id} />
    </HydrationBoundary>
  );
}
