import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AssistantEditor } from "@/components/assistants/assistant-editor";
import { may } from "@/lib/access/rules";
import { get } from "@/lib/assistants/service";
import { requireViewer } from "@/lib/auth/page";
import { AppError } from "@/lib/errors";

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
