import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { requireViewer } from "@/app/viewer";
import { AssistantEditor } from "@/components/assistants/assistant-editor";

export const metadata: Metadata = { title: "New assistant" };

export default async function NewAssistantPage() {
  const { group } = await requireViewer();
  if (group.role === "member") redirect("/assistants");
  return <AssistantEditor mayManage />;
}
