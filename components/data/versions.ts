import type { QueryClient } from "@tanstack/react-query";
import { call, newId } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/contract";
import { branchesApi } from "@/lib/conversation/branches/contract";
import { refreshChat, refreshChats } from "./chats";
import { acknowledge, replaceThread } from "./thread";

/** Asks a question in other words; it and what came after it are kept as its earlier version. @throws ApiError */
export async function reask(client: QueryClient, chat: string, id: number, message: string): Promise<void> {
  const params = { chat_id: chat, message_id: id };
  const asked = await call(branchesApi.createVersion, { params, body: { message } });
  await replaceThread(client, chat);
  await acknowledge(client, chat, asked);
}

/** Shows another version of a question, with what came after that. @throws ApiError */
export async function showVersion(client: QueryClient, chat: string, id: number): Promise<void> {
  await call(branchesApi.showVersion, { params: { chat_id: chat, message_id: id } });
  await replaceThread(client, chat);
  void refreshChats(client);
}

/**
 * Makes a chat with everything up to a message. Given a text, the message says that there and is answered.
 * @returns the UUID of the chat
 * @throws ApiError
 */
export async function branchFrom(
  client: QueryClient,
  chat: string,
  id: number,
  text?: string,
): Promise<string> {
  const branch = await call(branchesApi.createBranch, { params: { chat_id: chat, message_id: id } });
  if (text !== undefined && branch.last_message) await askAnew(branch.last_message.id, text);
  void refreshChats(client);
  void refreshChat(client, chat);
  return branch.uuid;
}

async function askAnew(id: number, message: string): Promise<void> {
  const params = { message_id: id };
  await call(messagesApi.editMessage, { params, body: { message } });
  await call(messagesApi.retryMessage, { params, query: { streaming_task_id: newId() } });
}
