import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "@/lib/api/contract";
import { contextApi } from "@/lib/replies/context/operations";
import { queryFor } from "./query";

export type ChatContext = AnswerOf<typeof contextApi.getChatContext>;
export type NextMessageContext = NonNullable<ChatContext["next_message"]>;

/** Context of the next message of a chat. Events of the chat refresh it. */
export const contextQuery = (chat: string) =>
  queryOptions({
    ...queryFor(contextApi.getChatContext, { params: { chat_id: chat } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
