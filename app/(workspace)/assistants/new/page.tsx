import { redirect } from "next/navigation";
import { requireViewer } from "@/app/viewer";
import { AssistantEditor } from "@/components/assistants/assistant-editor";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("assistants", "new");

export default async function NewAssistantPage() {
  const { group } = await requireViewer();
  if (group.role === "member") redirect("/assistants");
  return (
    <Translations
      of={["assistants", "assistantAccess", "assistantKnowledge", "assistantSteps", "chatSettings"]}
    >
      <AssistantEditor canManage />
    </Translations>
  );
}
