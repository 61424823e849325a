import { toListReply } from "@/lib/api/routes";
import { taskActionsApi } from "@/lib/automation/task-actions/contract";
import * as actions from "@/lib/automation/task-actions/service";
import * as sending from "@/lib/replies/sending/service";
import { implement } from "../implement";

export const taskActionsRoutes = implement(
  "Task actions",
  taskActionsApi,
  {
    listAvailableTaskActions: ({ viewer, query }) => actions.listAvailable(viewer, query),
    executeTaskAction: ({ viewer, body, call }) => actions.execute(viewer, body, call),
    openTaskActionChat: ({ viewer, params }) => actions.openChat(viewer, params.id),
    tryTaskAction: ({ viewer, body, call }) => actions.tryOut(viewer, body, call),
    orderTaskActions: ({ viewer, body }) => actions.order(viewer, body.ids),
    listTaskActions: async ({ viewer, query }) => toListReply(await actions.list(viewer, query)),
    createTaskAction: ({ viewer, body }) => actions.create(viewer, body),
    getTaskAction: ({ viewer, params }) => actions.get(viewer, params.id),
    updateTaskAction: ({ viewer, params, body }) => actions.update(viewer, params.id, body),
    deleteTaskAction: ({ viewer, params }) => actions.remove(viewer, params.id),
  },
  { executeTaskAction: ({ viewer, messageId }) => sending.answerFor(viewer!, messageId) },
);
