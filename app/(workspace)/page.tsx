import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NewChat } from "@/components/chat/new-chat";
import { may } from "@/lib/access/rules";
import { queryFor } from "@/lib/api/query";
import { requireViewer } from "@/lib/auth/page";
import { firstStepsApi } from "@/lib/first-steps/contract";
import * as firstSteps from "@/lib/first-steps/service";
import { hasLanguageModel } from "@/lib/providers/service";

export const metadata: Metadata = { title: "New chat" };

export default async function NewChatPage() {
  const viewer = await requireViewer();
  const [hasModel, steps] = await Promise.all([hasLanguageModel(viewer), firstSteps.get(viewer)]);
  const client = new QueryClient();
  client.setQueryData(queryFor(firstStepsApi.getFirstSteps).queryKey, steps);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <NewChat hasModel={hasModel} mayConnect={may(viewer, "models.connect")} />
    </HydrationBoundary>
  );
}
