import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AssistantList } from "@/components/assistants/assistant-list";
import { everyAssistant, listed } from "@/components/assistants/shape";
import { may } from "@/lib/access/rules";
import { list } from "@/lib/assistants/service";
import { requireViewer } from "@/lib/auth/page";

export const metadata: Metadata = { title: "Assistants" };

export default async function AssistantsPage() {
  const viewer = await requireViewer();
  const { items } = await list(viewer, everyAssistant);
  const client = new QueryClient();
  client.setQueryData(listed.queryKey, items);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AssistantList mayManage={may(viewer, "assistants.change")} />
    </HydrationBoundary>
  );
}
