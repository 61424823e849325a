import { readJson } from "@/lib/api/json";
import { toListReply } from "@/lib/api/routes";
import { taskActionsApi, VariableValues } from "@/lib/automation/task-actions/contract";
import * as actions from "@/lib/automation/task-actions/service";
import { invalid } from "@/lib/platform/errors";
import * as sending from "@/lib/replies/sending/service";
import { implement } from "../implement";

export const taskActionsRoutes = implement(
  "Task actions",
  taskActionsApi,
  {
    listAvailableTaskActions: ({ viewer, query }) => actions.listAvailable(viewer, query),
    executeTaskAction: ({ viewer, body, call }) => actions.execute(viewer, withVariables(body), call),
    openTaskActionChat: ({ viewer, params }) => actions.openChat(viewer, params.id),
    tryTaskAction: ({ viewer, body, call }) => actions.tryOut(viewer, withVariables(body), call),
    orderTaskActions: ({ viewer, body }) => actions.order(viewer, body.ids),
    listTaskActions: async ({ viewer, query }) => toListReply(await actions.list(viewer, query)),
    createTaskAction: ({ viewer, body }) => actions.create(viewer, body),
    getTaskAction: ({ viewer, params }) => actions.get(viewer, params.id),
    updateTaskAction: ({ viewer, params, body }) => actions.update(viewer, params.id, body),
    deleteTaskAction: ({ viewer, params }) => actions.remove(viewer, params.id),
  },
  { executeTaskAction: ({ viewer, messageId }) => sending.answerFor(viewer!, messageId) },
);

/** @throws InvalidInput unless the variables are a JSON object of texts */
function withVariables<Body extends { variables?: string }>({ variables, ...body }: Body) {
  if (variables === undefined) return body;
  const values = VariableValues.safeParse(readJsonOrNothing(variables));
  if (!values.success) throw invalid(["body", "variables"], "Must be a JSON object of texts.");
  return { ...body, variables: values.data };
}

function readJsonOrNothing(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
