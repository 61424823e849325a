import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireViewer } from "@/app/viewer";
import { AssistantEditor } from "@/components/assistants/assistant-editor";
import { get } from "@/lib/chat/assistants/service";
import { may } from "@/lib/identity/access/service";
import { AppError } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "Assistant" };

export default async function AssistantPage({ params }: { params: Promise<{ id: string }> }) {
  const viewer = await requireViewer();
  const { id } = await params;
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  const assistant = await get(viewer, Number(id)).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === "not_found") notFound();
    throw error;
  });
  return (
    <AssistantEditor key={assistant.id} saved={assistant} mayManage={may(viewer, "assistants.change")} />
  );
}
