import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { ActionList } from "@/components/automation/task-actions/action-list";
import { actionsQuery, everyAction } from "@/components/data/task-actions";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("taskActions", "title");

export default async function TaskActionsPage() {
  const viewer = await requireViewer();
  const [{ items }, creationRight] = await Promise.all([
    services().listTaskActions(viewer, everyAction),
    services().getCreationRight(viewer),
  ]);
  const client = new QueryClient();
  client.setQueryData(actionsQuery.queryKey, items);
  return (
    <Translations of={["audience", "composerFiles", "promptVariables", "taskActions"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <ActionList
          canCreate={creationRight !== "nothing"}
          canOrder={services().can(viewer, "task-actions.order")}
        />
      </HydrationBoundary>
    </Translations>
  );
}
