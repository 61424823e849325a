import type { QueryClient } from "@tanstack/react-query";
import { call, createId } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/operations";
import { branchesApi } from "@/lib/replies/branches/operations";
import { refreshChat, refreshChats } from "./chats";
import { acknowledge, replaceThread } from "./thread";

/**
 * Edits a question and regenerates its reply; the previous question and everything after it stay as a version.
 * @throws ApiError
 */
export async function editQuestion(
  client: QueryClient,
  chat: string,
  id: number,
  message: string,
): Promise<void> {
  const params = { chat_id: chat, message_id: id };
  const asked = await call(branchesApi.createVersion, { params, body: { message } });
  await replaceThread(client, chat);
  await acknowledge(client, chat, asked);
}

/** @throws ApiError */
export async function showVersion(client: QueryClient, chat: string, id: number): Promise<void> {
  await call(branchesApi.showVersion, { params: { chat_id: chat, message_id: id } });
  await replaceThread(client, chat);
  void refreshChats(client);
}

/**
 * Branches a chat at a message. With a text, the message is replaced by it and answered there.
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
  await call(messagesApi.retryMessage, { params, query: { streaming_task_id: createId() } });
}
