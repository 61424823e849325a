import type { Client } from "./client";

/** A new chat with a message whose reply is being written. @param about What the chat begins with */
export async function startReply(api: Client, message_input: string, about: object = {}) {
  const chat = (await api.post("/chats", about)).body;
  const sent = await api.multipart(`/chats/${chat.id}/messages`, { message_input, is_sync: "false" });
  return { chat, task: sent.body.streaming_task_id as string };
}

/** What a model says that was told `[[fake tokens=count]]`. */
export const words = (count: number): string => Array.from({ length: count }, (_, n) => `w${n}`).join(" ");
