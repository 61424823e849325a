import { redirect } from "next/navigation";
import { requireViewer } from "@/app/viewer";
import { AssistantEditor } from "@/components/assistants/assistant-editor";
import { titled, Words } from "@/components/i18n/server";

export const generateMetadata = titled("assistants", "new");

export default async function NewAssistantPage() {
  const { group } = await requireViewer();
  if (group.role === "member") redirect("/assistants");
  return (
    <Words of={["assistants", "assistantAccess", "assistantKnowledge", "assistantSteps", "chatSettings"]}>
      <AssistantEditor canManage />
    </Words>
  );
}
