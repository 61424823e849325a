import type { Metadata } from "next";
import { NewChat } from "@/components/chat/new-chat";
import { may } from "@/lib/access/rules";
import { requireViewer } from "@/lib/auth/page";
import { hasLanguageModel } from "@/lib/providers/service";

export const metadata: Metadata = { title: "New chat" };

export default async function NewChatPage() {
  const viewer = await requireViewer();
  return <NewChat hasModel={await hasLanguageModel(viewer)} mayConnect={may(viewer, "models.connect")} />;
}
