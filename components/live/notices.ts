import type { QueryClient } from "@tanstack/react-query";
import { accountStorage } from "@/components/browser/account-storage";
import { findListedName } from "@/components/data/chats";
import { stripMarkdown } from "@/components/markdown/plain";
import type { useToast } from "@/components/ui/toast";
import type { LiveEvent } from "@/lib/chat/live/contract";
import type { Translate } from "@/lib/platform/words/translate";
import type { Notice } from "./connection";

type DataOf<Name extends LiveEvent["event"]> = Extract<LiveEvent, { event: Name }>["data"];

// Storage key of the choice in Settings → Notifications, which is stored per browser and account.
const WISH = "notices";

export const hasNotificationSupport = () => typeof Notification !== "undefined";

export function hasSystemNotifications(): boolean {
  return (
    hasNotificationSupport() && Notification.permission === "granted" && accountStorage.get(WISH) === "on"
  );
}

/**
 * Switches system notifications; switching them on may prompt for permission.
 * @returns the resulting state
 */
export async function switchNotifications(on: boolean): Promise<boolean> {
  if (on && (await Notification.requestPermission()) !== "granted") return false;
  accountStorage.set(WISH, on ? "on" : "off");
  return on;
}

type PageState = {
  openChat: string | undefined;
  toast: ReturnType<typeof useToast>;
  goTo: (path: string) => void;
  notify: (notice: Notice) => void;
};

export function showNotice(
  t: Translate<"live">,
  client: QueryClient,
  live: LiveEvent,
  { openChat, toast, goTo, notify }: PageState,
): void {
  const notice = toNotice(t, client, live);
  if (!notice) return;
  const isHidden = document.visibilityState === "hidden";
  if (isHidden && hasSystemNotifications()) notify(notice);
  else if (!isHidden && notice.path !== `/chats/${openChat}`)
    toast({
      text: t("notice", { title: notice.title, body: notice.body }),
      action: { label: t("open"), run: () => goTo(notice.path) },
    });
}

// Returns the notice of an event; undefined for events that need none.
function toNotice(t: Translate<"live">, client: QueryClient, live: LiveEvent): Notice | undefined {
  if (live.event === "message.created" && live.data.notify) return toMessageNotice(t, client, live.data);
  if (live.event === "mail.held" && live.data.notify) return toHeldMailNotice(t, client, live.data);
  return undefined;
}

const toMessageNotice = (
  t: Translate<"live">,
  client: QueryClient,
  { chat_uuid, message }: DataOf<"message.created">,
): Notice => ({
  title: findListedName(client, chat_uuid) ?? t(message.user_type === "guest" ? "visitor" : "newMessage"),
  body: stripMarkdown(message.message, 120),
  path: `/chats/${chat_uuid}`,
  tag: `message-${message.id}`,
});

const toHeldMailNotice = (
  t: Translate<"live">,
  client: QueryClient,
  { chat_uuid }: DataOf<"mail.held">,
): Notice => ({
  title: findListedName(client, chat_uuid) ?? t("email"),
  body: t("mailHeld"),
  path: `/chats/${chat_uuid}`,
  tag: `mails-${chat_uuid}`,
});

export function showSystemNotification({ title, body, tag }: Notice, open: () => void): void {
  const shown = new Notification(title, { body, tag, icon: "/icon.svg" });
  shown.onclick = () => {
    window.focus();
    open();
    shown.close();
  };
}
