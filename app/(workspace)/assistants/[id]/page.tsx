import { parseId, showNotFound } from "@/app/found";
import { requireViewer } from "@/app/viewer";
import { AssistantEditor } from "@/components/assistants/assistant-editor";
import { AssistantView } from "@/components/assistants/assistant-view";
import { titled, Words } from "@/components/i18n/server";
import { get } from "@/lib/chat/assistants/service";
import { can } from "@/lib/identity/access/service";

export const generateMetadata = titled("assistants", "assistant");

export default async function AssistantPage({ params }: { params: Promise<{ id: string }> }) {
  const viewer = await requireViewer();
  const { id } = await params;
  const assistant = await showNotFound(get(viewer, parseId(id)));
  return (
    <Words of={["assistants", "assistantAccess", "assistantKnowledge", "assistantSteps", "chatSettings"]}>
      {assistant.may_change ? (
        <AssistantEditor key={assistant.id} saved={assistant} canManage={can(viewer, "assistants.change")} />
      ) : (
        <AssistantView assistant={assistant} />
      )}
    </Words>
  );
}
