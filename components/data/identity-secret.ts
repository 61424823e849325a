import type { QueryClient } from "@tanstack/react-query";
import { identitySecretApi } from "@/lib/surfaces/public-chats/contract";
import { queryFor } from "./query";

/** Whether a public chat has a secret with which its site signs who visitors are. */
export const identitySecretQuery = (chat: string) =>
  queryFor(identitySecretApi.getIdentitySecret, { params: { chat_id: chat } });

/** It has one now. */
export const setHasIdentitySecret = (client: QueryClient, chat: string): void => {
  client.setQueryData(identitySecretQuery(chat).queryKey, { is_set: true });
};
