import { notFound } from "next/navigation";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { ActionEditor } from "@/components/automation/task-actions/action-editor";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("taskActions", "new");

export default async function NewTaskActionPage() {
  if (!services().can(await requireViewer(), "task-actions.change")) notFound();
  return (
    <Translations of={["composerFiles", "taskActions"]}>
      <ActionEditor />
    </Translations>
  );
}
