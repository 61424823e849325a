import type { QueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/operations";
import { changeThread, type Message } from "./thread";

type Reaction = Message["aggregated_reactions"][number];

/**
 * Toggles the reader's reaction optimistically and reverts it on failure.
 * @throws ApiError
 */
export async function react(
  client: QueryClient,
  chat: string,
  { id, aggregated_reactions: before }: Message,
  emoji: string,
  userId: number,
): Promise<void> {
  const put = (reactions: Reaction[]) =>
    changeThread(client, chat, (all) =>
      all.map((other) => (other.id === id ? { ...other, aggregated_reactions: reactions } : other)),
    );
  const isOn = before.some((reaction) => reaction.emoji === emoji && reaction.me);
  put(toggleReaction(before, emoji, userId));
  const params = { chat_id: chat, message_id: id, emoji };
  try {
    const changed = await call(isOn ? messagesApi.removeReaction : messagesApi.addReaction, { params });
    put(changed.aggregated_reactions);
  } catch (error) {
    put(before);
    throw error;
  }
}

function toggleReaction(reactions: Reaction[], emoji: string, userId: number): Reaction[] {
  const found = reactions.find((reaction) => reaction.emoji === emoji);
  if (!found) return [...reactions, { emoji, count: 1, user_ids: [userId], me: true }];
  const user_ids = found.me ? found.user_ids.filter((id) => id !== userId) : [...found.user_ids, userId];
  const changed = { emoji, count: user_ids.length, user_ids, me: !found.me };
  return reactions
    .map((reaction) => (reaction === found ? changed : reaction))
    .filter(({ count }) => count > 0);
}
