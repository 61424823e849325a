import { parseId, showNotFound } from "@/app/found";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { AssistantEditor } from "@/components/assistants/assistant-editor";
import { AssistantView } from "@/components/assistants/assistant-view";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("assistants", "assistant");

export default async function AssistantPage({ params }: { params: Promise<{ id: string }> }) {
  const viewer = await requireViewer();
  const { id } = await params;
  const [assistant, creationRight] = await Promise.all([
    showNotFound(services().getAssistant(viewer, parseId(id))),
    services().getCreationRight(viewer),
  ]);
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
      {assistant.may_change ? (
        <AssistantEditor
          key={assistant.id}
          saved={assistant}
          isAdmin={services().can(viewer, "assistants.change")}
          creationRight={creationRight}
        />
      ) : (
        <AssistantView assistant={assistant} canDuplicate={creationRight !== "nothing"} />
      )}
    </Translations>
  );
}
