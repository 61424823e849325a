import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireViewer } from "@/app/viewer";
import { ActionEditor } from "@/components/task-actions/action-editor";
import { may } from "@/lib/identity/access/service";

export const metadata: Metadata = { title: "New action" };

export default async function NewTaskActionPage() {
  if (!may(await requireViewer(), "task-actions.change")) notFound();
  return <ActionEditor />;
}
