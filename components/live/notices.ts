import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { plain } from "@/components/markdown/plain";
import type { ListedChat } from "@/components/sidebar/chats-data";
import { chatsApi } from "@/lib/chats/contract";
import type { LiveEvent } from "@/lib/live/contract";
import type { Notice } from "./connection";

type Created = (LiveEvent & { event: "message.created" })["data"];

/** Asked for in Settings → Notifications, per browser. */
const WISH = "notices";

export const canNotify = () => typeof Notification !== "undefined";

/** Whether new messages are shown by the system while no tab is looked at. */
export function notifiesBySystem(): boolean {
  try {
    return canNotify() && Notification.permission === "granted" && localStorage.getItem(WISH) === "on";
  } catch {
    return false;
  }
}

/** Turns them on, which the browser may ask the person about, or off. @returns whether they are on now */
export async function wishNotices(on: boolean): Promise<boolean> {
  if (on && (await Notification.requestPermission()) !== "granted") return false;
  localStorage.setItem(WISH, on ? "on" : "off");
  return on;
}

/** What a notice says of a message: its chat and its beginning. */
export function noticeOf(client: QueryClient, { chat_uuid, message }: Created): Notice {
  const lists = client.getQueriesData<InfiniteData<ListedChat[]>>({ queryKey: [chatsApi.listChats.path] });
  const known = lists.flatMap(([, data]) => data?.pages?.flat() ?? []).find(({ uuid }) => uuid === chat_uuid);
  const body = plain(message.message, 120);
  return {
    title: known?.name ?? (message.user_type === "guest" ? "A visitor" : "New message"),
    body,
    path: `/chats/${chat_uuid}`,
    tag: `message-${message.id}`,
  };
}

export function showBySystem({ title, body, tag }: Notice, open: () => void): void {
  const shown = new Notification(title, { body, tag, icon: "/icon.svg" });
  shown.onclick = () => {
    window.focus();
    open();
    shown.close();
  };
}
