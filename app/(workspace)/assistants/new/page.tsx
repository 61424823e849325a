import { redirect } from "next/navigation";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { AssistantEditor } from "@/components/assistants/assistant-editor";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("assistants", "new");

export default async function NewAssistantPage() {
  const viewer = await requireViewer();
  const creationRight = await services().getCreationRight(viewer);
  if (creationRight === "nothing") redirect("/assistants");
  return (
    <Translations
      of={[
        "assistants",
        "assistantAccess",
        "audience",
        "assistantKnowledge",
        "assistantSteps",
        "chatSettings",
      ]}
    >
      <AssistantEditor isAdmin={services().can(viewer, "assistants.change")} creationRight={creationRight} />
    </Translations>
  );
}
