import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AssistantEditor } from "@/components/assistants/assistant-editor";
import { requireViewer } from "@/lib/auth/page";

export const metadata: Metadata = { title: "New assistant" };

export default async function NewAssistantPage() {
  const { group } = await requireViewer();
  if (group.role === "member") redirect("/assistants");
  return <AssistantEditor mayManage />;
}
