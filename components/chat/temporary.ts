import { tabStorage } from "@/components/browser-storage/account-storage";
import { pathOf } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/contract";

/** Temporary chats that were begun on this page: who leaves one does not want it any more. */
const begun = new Set<string>();

/** Those that were left in this tab, which holds them through a reload. */
const LEFT = "left-chats";
const left = (): string => tabStorage.get(LEFT) ?? "";
export const wasLeft = (uuid: string): boolean => left().includes(uuid);

export const beginTemporary = (uuid: string): void => void begun.add(uuid);
export const isBegunHere = (uuid: string): boolean => begun.has(uuid);
/** It is an ordinary chat from now on. */
export const keepTemporary = (uuid: string): void => void begun.delete(uuid);

/**
 * Deletes a chat that was begun here, also while the page goes away; false for
 * another one. What fails to be deleted goes 24 hours after its last message.
 */
export function leaveTemporary(uuid: string): boolean {
  if (!begun.delete(uuid)) return false;
  // Without storage, Back leads to a page that says that the chat is gone.
  tabStorage.set(LEFT, `${left()} ${uuid}`);
  const path = pathOf(chatsApi.deleteChat, { params: { chat_id: uuid } });
  void fetch(path, { method: "DELETE", keepalive: true }).catch(() => {});
  return true;
}
