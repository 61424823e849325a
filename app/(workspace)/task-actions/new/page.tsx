import { redirect } from "next/navigation";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { ActionEditor } from "@/components/automation/task-actions/action-editor";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("taskActions", "new");

export default async function NewTaskActionPage() {
  const viewer = await requireViewer();
  const creationRight = await services().getCreationRight(viewer);
  if (creationRight === "nothing") redirect("/task-actions");
  return (
    <Translations of={["audience", "composerFiles", "promptVariables", "taskActions"]}>
      <ActionEditor
        isAdmin={services().can(viewer, "shared-things.manage")}
        canShare={creationRight === "shared"}
      />
    </Translations>
  );
}
