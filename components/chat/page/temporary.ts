import { tabStorage } from "@/components/browser/account-storage";
import { buildPath } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";

// Temporary chats created since the page was loaded. Leaving a chat deletes it.
const begun = new Set<string>();

// UUIDs of temporary chats that were left in this tab. Session storage keeps them across a reload.
const LEFT = "left-chats";
const readLeftChats = (): string => tabStorage.get(LEFT) ?? "";
export const wasLeft = (uuid: string): boolean => readLeftChats().includes(uuid);

export const trackTemporary = (uuid: string): void => void begun.add(uuid);
export const isBegunHere = (uuid: string): boolean => begun.has(uuid);
export const markPermanent = (uuid: string): void => void begun.delete(uuid);

/**
 * Deletes a temporary chat that was created here, also during page unload; returns false for other chats. If the
 * request fails, the chat expires 24 hours after its last message.
 */
export function deleteTemporary(uuid: string): boolean {
  if (!begun.delete(uuid)) return false;
  // Lets Back redirect to the start page. Without storage, Back shows that the chat was deleted.
  tabStorage.set(LEFT, `${readLeftChats()} ${uuid}`);
  const path = buildPath(chatsApi.deleteChat, { params: { chat_id: uuid } });
  void fetch(path, { method: "DELETE", keepalive: true }).catch(() => {});
  return true;
}
