import type { QueryClient } from "@tanstack/react-query";
import { identitySecretApi } from "@/lib/channels/public-chats/operations";
import { queryFor } from "./query";

export const identitySecretQuery = (chat: string) =>
  queryFor(identitySecretApi.getIdentitySecret, { params: { chat_id: chat } });

export const setHasIdentitySecret = (client: QueryClient, chat: string): void => {
  client.setQueryData(identitySecretQuery(chat).queryKey, { is_set: true });
};
