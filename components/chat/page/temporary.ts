import { tabStorage } from "@/components/browser/account-storage";
import { buildPath } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";

// Temporary chats created on this page. They are deleted when they are left.
const begun = new Set<string>();

// Chats left in this tab; session storage keeps them across a reload.
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
  // Without storage, Back leads to a page that reports the chat as deleted.
  tabStorage.set(LEFT, `${readLeftChats()} ${uuid}`);
  const path = buildPath(chatsApi.deleteChat, { params: { chat_id: uuid } });
  void fetch(path, { method: "DELETE", keepalive: true }).catch(() => {});
  return true;
}
