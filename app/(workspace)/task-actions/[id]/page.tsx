import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { requireViewer } from "@/app/viewer";
import { ActionEditor } from "@/components/task-actions/action-editor";
import { get } from "@/lib/automation/task-actions/service";
import { may } from "@/lib/identity/access/service";
import { AppError } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "Action" };

export default async function TaskActionPage({ params }: { params: Promise<{ id: string }> }) {
  const viewer = await requireViewer();
  const { id } = await params;
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  const action = await get(viewer, Number(id)).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === "not_found") notFound();
    throw error;
  });
  // Who may not change it can run it from the list.
  if (!may(viewer, "task-actions.change")) redirect("/task-actions");
  return <ActionEditor key={action.id} saved={action} />;
}
