import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "@/lib/api/contract";
import { toolSwitchesApi } from "@/lib/replies/tool-switches/operations";
import { queryFor } from "./query";

export type ToolSwitch = AnswerOf<typeof toolSwitchesApi.listToolSwitches>[number];

/** Tools of an assistant that a chat can switch. In a new chat, `chat` is undefined. */
export const toolSwitchesQuery = (assistantId: number, chat: string | undefined) =>
  queryOptions({
    ...queryFor(toolSwitchesApi.listToolSwitches, {
      params: { id: assistantId },
      query: { chat_id: chat },
    }),
    staleTime: 10_000,
  });
