import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { requireViewer } from "@/app/viewer";
import { actionsQuery, everyAction } from "@/components/data/task-actions";
import { ActionList } from "@/components/task-actions/action-list";
import { titled, Words } from "@/components/words/server";
import { list } from "@/lib/automation/task-actions/service";
import { may } from "@/lib/identity/access/service";

export const generateMetadata = titled("taskActions", "title");

export default async function TaskActionsPage() {
  const viewer = await requireViewer();
  const { items } = await list(viewer, everyAction);
  const client = new QueryClient();
  client.setQueryData(actionsQuery.queryKey, items);
  return (
    <Words of={["taskActions"]}>
      <HydrationBoundary state={dehydrate(client)}>
        <ActionList mayManage={may(viewer, "task-actions.change")} />
      </HydrationBoundary>
    </Words>
  );
}
