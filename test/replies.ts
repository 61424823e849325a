import type { Client } from "./client";

/**
 * Creates a chat with a message whose reply is in progress.
 * @param about fields of the chat
 */
export async function startReply(api: Client, message_input: string, about: object = {}) {
  const chat = (await api.post("/chats", about)).body;
  const sent = await api.multipart(`/chats/${chat.id}/messages`, { message_input, is_sync: "false" });
  return { chat, task: sent.body.streaming_task_id as string };
}

/** Returns the fake model's reply to `[[fake tokens=count]]`. */
export const words = (count: number): string => Array.from({ length: count }, (_, n) => `w${n}`).join(" ");
