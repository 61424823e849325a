import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "@/lib/api/contract";
import { taskActionsApi } from "@/lib/automation/task-actions/contract";
import { mentionsApi } from "@/lib/chat/mentions/contract";
import { queryFor } from "./query";

/** What `@` and `/` can stand for in a message. */
export type Suggestion = { name: string; label: string; hint?: string; sign: "@" | "/" };

const KEPT = 60_000;
export const mentionsQuery = queryOptions({
  ...queryFor(mentionsApi.listMentions),
  select: ({ virtual_assistants, users }): Suggestion[] => [
    ...virtual_assistants.flatMap(({ mention_name, name }) =>
      mention_name ? [{ name: mention_name, label: name, hint: "Assistant", sign: "@" as const }] : [],
    ),
    ...users.map(({ mention_name, full_name }) => ({
      name: mention_name,
      label: full_name,
      sign: "@" as const,
    })),
  ],
  staleTime: KEPT,
});

type Command = AnswerOf<typeof taskActionsApi.listAvailableTaskActions>[number];
const commandsOf = (actions: Command[]): Suggestion[] =>
  actions.map(({ action_name, name, description }) => ({
    name: action_name,
    label: name,
    hint: description,
    sign: "/" as const,
  }));
export const commandsQuery = queryOptions({
  ...queryFor(taskActionsApi.listAvailableTaskActions),
  select: commandsOf,
  staleTime: KEPT,
});

/** The commands that were read already. */
export const knownCommands = (client: QueryClient): Suggestion[] =>
  commandsOf(client.getQueryData(commandsQuery.queryKey) ?? []);
