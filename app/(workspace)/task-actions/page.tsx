import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { requireViewer } from "@/app/viewer";
import { ActionList } from "@/components/automation/task-actions/action-list";
import { actionsQuery, everyAction } from "@/components/data/task-actions";
import { titled, Words } from "@/components/i18n/server";
import { list } from "@/lib/automation/task-actions/service";
import { can } from "@/lib/identity/access/service";

export const generateMetadata = titled("taskActions", "title");

export default async function TaskActionsPage() {
  const viewer = await requireViewer();
  const { items } = await list(viewer, everyAction);
  const client = new QueryClient();
  client.setQueryData(actionsQuery.queryKey, items);
  return (
    <Words of={["composerFiles", "taskActions"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <ActionList canManage={can(viewer, "task-actions.change")} />
      </HydrationBoundary>
    </Words>
  );
}
