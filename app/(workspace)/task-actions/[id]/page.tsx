import { redirect } from "next/navigation";
import { parseId, showNotFound } from "@/app/found";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { ActionEditor } from "@/components/automation/task-actions/action-editor";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("taskActions", "prompt");

export default async function TaskActionPage({ params }: { params: Promise<{ id: string }> }) {
  const viewer = await requireViewer();
  const { id } = await params;
  const action = await showNotFound(services().getTaskAction(viewer, parseId(id)));
  // Users without permission to edit can only run the action, from the list.
  if (!action.may_change) redirect("/task-actions");
  const creationRight = await services().getCreationRight(viewer);
  return (
    <Translations of={["audience", "composerFiles", "promptVariables", "taskActions"]}>
      <ActionEditor
        key={action.id}
        saved={action}
        isAdmin={services().can(viewer, "shared-things.manage")}
        canShare={creationRight === "shared"}
      />
    </Translations>
  );
}
