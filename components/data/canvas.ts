import type { QueryClient } from "@tanstack/react-query";
import { canvasApi } from "@/lib/chat/canvas/contract";
import { changeChat } from "./chats";
import { queryFor, refresh } from "./query";

export const canvasVersionsQuery = (chat: string) =>
  queryFor(canvasApi.listCanvasVersions, { params: { chat_id: chat } });

/** Shows the canvas of a chat as it is now. */
export function setCanvas(client: QueryClient, chat: string, canvas: string | null): void {
  changeChat(client, chat, { canvas });
  void refresh(client, canvasApi.listCanvasVersions);
}
