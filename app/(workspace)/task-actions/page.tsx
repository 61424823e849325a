import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { services } from "@/app/services";
import { requireViewer } from "@/app/viewer";
import { ActionList } from "@/components/automation/task-actions/action-list";
import { actionsQuery, everyAction } from "@/components/data/task-actions";
import { createTitleMetadata, Translations } from "@/components/i18n/server";

export const generateMetadata = createTitleMetadata("taskActions", "title");

export default async function TaskActionsPage() {
  const viewer = await requireViewer();
  const { items } = await services().listTaskActions(viewer, everyAction);
  const client = new QueryClient();
  client.setQueryData(actionsQuery.queryKey, items);
  return (
    <Translations of={["composerFiles", "taskActions"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <ActionList canManage={services().can(viewer, "task-actions.change")} />
      </HydrationBoundary>
    </Translations>
  );
}
