import { notFound } from "next/navigation";
import { requireViewer } from "@/app/viewer";
import { ActionEditor } from "@/components/automation/task-actions/action-editor";
import { titled, Words } from "@/components/i18n/server";
import { can } from "@/lib/identity/access/service";

export const generateMetadata = titled("taskActions", "new");

export default async function NewTaskActionPage() {
  if (!can(await requireViewer(), "task-actions.change")) notFound();
  return (
    <Words of={["composerFiles", "taskActions"]}>
      <ActionEditor />
    </Words>
  );
}
