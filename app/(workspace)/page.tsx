import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { NewChat } from "@/components/chat/page/new-chat";
import { firstStepsQuery } from "@/components/data/first-steps";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("newChat", "title");

type NewChatPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function NewChatPage({ searchParams }: NewChatPageProps) {
  const viewer = await requireViewer();
  const { assistant } = await searchParams;
  const [hasModel, steps] = await Promise.all([
    services().hasLanguageModel(viewer),
    services().getFirstSteps(viewer),
  ]);
  const client = new QueryClient();
  client.setQueryData(firstStepsQuery.queryKey, steps);
  return (
    <Translations of={["chat", "chatOutgoing", "chooser", "composer", "firstRun", "newChat"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <NewChat
          key={String(assistant)}
          hasModel={hasModel}
          canConnect={services().can(viewer, "models.connect")}
          assistantId={Number(assistant) || undefined}
        />
      </HydrationBoundary>
    </Translations>
  );
}
