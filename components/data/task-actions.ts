import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { TaskActionDetail } from "@/lib/automation/task-actions/contract";
import { taskActionsApi } from "@/lib/automation/task-actions/operations";
import { queryFor, refresh } from "./query";

export type Action = z.output<typeof TaskActionDetail>;

export const everyAction = { page: 1, page_size: 100 };
export const actionsQuery = queryFor(taskActionsApi.listTaskActions, { query: everyAction });
export const refreshActions = (client: QueryClient) =>
  refresh(client, taskActionsApi.listTaskActions, taskActionsApi.listAvailableTaskActions);

export const canTake = (
  { accepted_types: types }: Pick<Action, "accepted_types">,
  fileNames: string[],
): boolean =>
  types.length === 0 ||
  fileNames.every((name) => types.includes(/\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ""));
