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
  const assistant = await showNotFound(services().getAssistant(viewer, parseId(id)));
  return (
    <Translations
      of={["assistants", "assistantAccess", "assistantKnowledge", "assistantSteps", "chatSettings"]}
    >
      {assistant.may_change ? (
        <AssistantEditor
          key={assistant.id}
          saved={assistant}
          canManage={services().can(viewer, "assistants.change")}
        />
      ) : (
        <AssistantView assistant={assistant} />
      )}
    </Translations>
  );
}
