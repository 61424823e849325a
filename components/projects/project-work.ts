import type { QueryClient } from "@tanstack/react-query";
import { refreshChats } from "@/components/data/chats";
import { refreshWorkspaces } from "@/components/data/workspaces";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";

const refresh = (client: QueryClient) => Promise.all([refreshWorkspaces(client), refreshChats(client)]);

/**
 * Creates a chat in a project.
 * @returns the UUID of the chat
 * @throws ApiError
 */
export async function createProjectChat(client: QueryClient, id: number, usesMemory: boolean) {
  const body = { chat_workspace_id: id, global_memory: usesMemory, search_in_workspace: true };
  const { uuid } = await call(chatsApi.createChat, { body });
  await refresh(client);
  return uuid;
}

/** @throws ApiError */
export async function changeProject(
  client: QueryClient,
  id: number,
  body: { name?: string; is_archived?: boolean },
): Promise<void> {
  await call(chatWorkspacesApi.updateWorkspace, { params: { id }, body });
  await refresh(client);
}

/** @throws ApiError */
export async function removeProject(client: QueryClient, id: number, onRemoved?: () => void): Promise<void> {
  await call(chatWorkspacesApi.removeWorkspace, { params: { id } });
  onRemoved?.();
  await refresh(client);
}
