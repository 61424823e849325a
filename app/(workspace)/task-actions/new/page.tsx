import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ActionEditor } from "@/components/task-actions/action-editor";
import { may } from "@/lib/access/rules";
import { requireViewer } from "@/lib/auth/page";

export const metadata: Metadata = { title: "New action" };

export default async function NewTaskActionPage() {
  if (!may(await requireViewer(), "task-actions.change")) notFound();
  return <ActionEditor />;
}
