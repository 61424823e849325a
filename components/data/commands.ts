import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "@/lib/api/contract";
import { taskActionsApi } from "@/lib/automation/task-actions/operations";
import type { PromptVariable } from "@/lib/automation/task-actions/settings";
import { queryFor } from "./query";

// Separate from the other suggestions, because every chat loads what sending needs.

const STALE_TIME_MS = 60_000;

type AvailableAction = AnswerOf<typeof taskActionsApi.listAvailableTaskActions>[number];
/** A prompt with variables, which a form asks for. */
export type Command = AvailableAction & { variables: PromptVariable[] };

const hasVariables = (action: AvailableAction): action is Command => (action.variables?.length ?? 0) > 0;

const toCommandSuggestions = (actions: AvailableAction[]) =>
  actions.map((action) => ({
    name: action.action_name,
    label: action.name,
    hint: action.description,
    sign: "/" as const,
    command: hasVariables(action) ? action : undefined,
  }));
export const commandsQuery = queryOptions({
  ...queryFor(taskActionsApi.listAvailableTaskActions, { query: { include_variables: true } }),
  select: toCommandSuggestions,
  staleTime: STALE_TIME_MS,
});

export const listKnownCommands = (client: QueryClient) =>
  toCommandSuggestions(client.getQueryData(commandsQuery.queryKey) ?? []);
