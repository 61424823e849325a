import type { QueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@/lib/api/contract";
import { chatsApi } from "@/lib/chat/chats/contract";
import type { messagesApi } from "@/lib/chat/messages/contract";
import { addRun, knownThread, threadQuery } from "./thread-data";

/** Shows what the server says of a message that was sent, unless it was heard of live already. */
export async function acknowledge(
  client: QueryClient,
  chat: string,
  { user_message_id, streaming_task_id }: AnswerOf<typeof messagesApi.sendMessage>,
): Promise<void> {
  const known = knownThread(client, chat)?.messages ?? [];
  const isAnswered = known.some((message) => message.replying_to_message?.id === user_message_id);
  if (streaming_task_id && !isAnswered)
    addRun(client, chat, { streaming_task_id, user_message_id, virtual_assistant_ids: [] });
  if (known.some(({ id }) => id === user_message_id)) return;
  await client.refetchQueries({ queryKey: threadQuery(chat, client).queryKey });
  void client.invalidateQueries({ queryKey: [chatsApi.listChats.path] });
}
