import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useParams, useRouter } from "next/navigation";
import { type RefObject, startTransition, useEffect, useRef, useState } from "react";
import { chatQuery } from "@/components/data/chats";
import { outbox } from "@/components/data/outbox";
import { useTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";
import { call, session } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";
import type { LiveEvent } from "@/lib/chat/live/contract";
import type { Translate } from "@/lib/platform/words/translate";
import { apply } from "./apply";
import { connect, type Notice } from "./connection";

const notices = () => import("./notices");
// The code for notices can't be loaded offline. The failure is ignored, because the message also appears in its chat.
const ignored = () => {};

type OpenPage = {
  openChat: string | undefined;
  router: ReturnType<typeof useRouter>;
  toast: ReturnType<typeof useToast>;
  t: Translate<"live">;
};

/** @param from The id of the latest event when the page was rendered */
export function useLiveEvents(whose: string, from: number) {
  const t = useTranslations("live");
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const { id: openChat } = useParams<{ id?: string }>();
  const [isConnected, setIsConnected] = useState(false);
  const [isAway, setIsAway] = useState(false);
  /** True when the server answered the last request; initially true, because it rendered the page. */
  const [answers, setAnswers] = useState(true);
  // Fixed at mount, so that a rerender of the page doesn't restart the stream.
  const [since] = useState(from);
  const page = useRef<OpenPage>({ openChat, router, toast, t });
  page.current = { openChat, router, toast, t };

  useEffect(() => {
    let isHere = false;
    // `kept` marks a page that was opened offline from its cached copy.
    const { dataset } = document.documentElement;
    setIsAway(Boolean(dataset.kept));
    setAnswers(!dataset.kept);
    const resume = () => {
      setIsAway(false);
      if (!dataset.kept) return;
      delete dataset.kept;
      page.current.router.refresh();
      void client.invalidateQueries();
    };
    const connection = connect(whose, since, {
      connected: (now) => {
        isHere = now;
        // An urgent change of context would replace the parts of the page that are not hydrated yet.
        startTransition(() => setIsConnected(now));
        setAnswers(now);
        // The end of a session also ends the stream, which can't report the reason, so a request checks the session.
        if (!now) {
          if (session.isLeaving()) return;
          return void call(chatsApi.listChats, { query: { page_size: 1 } }).then(
            () => setAnswers(true),
            ({ status }) => setIsAway(!isHere && status !== 401),
          );
        }
        outbox.wake();
        // While offline, a refresh would only return the cached copy again.
        if (navigator.onLine || !dataset.kept) resume();
        else window.addEventListener("online", resume, { once: true });
      },
      notice: (notice) => {
        const open = () => page.current.router.push(notice.path);
        void notices().then(({ showSystemNotification }) => showSystemNotification(notice, open), ignored);
      },
      event: (event, id) => {
        const isNew = id > since;
        receive(event, { client, page, isNew, notify: connection.notify });
      },
    });
    return connection.close;
  }, [client, whose, since]);
  return { isConnected, isAway, answers };
}

type ReceiveOptions = {
  client: QueryClient;
  page: RefObject<OpenPage>;
  /** True when the event is newer than the page. */
  isNew: boolean;
  notify: (notice: Notice) => void;
};

// Applies an event to the cached data, and notifies the user of changes that the page doesn't show.
function receive(event: LiveEvent, { client, page, isNew, notify }: ReceiveOptions): void {
  apply(client, event);
  const { openChat, router, toast, t } = page.current;
  if (event.event === "chat.removed" && event.data.chat_uuid === openChat) {
    toast(t("chatGone"));
    const gone = client.getQueryData(chatQuery(openChat).queryKey);
    // When a visitor's conversation is deleted, the reader continues in the public chat with the other conversations.
    router.push(gone?.is_visitor && gone.parent_chat_uuid ? `/chats/${gone.parent_chat_uuid}` : "/");
  }
  if (!isNew || !("notify" in event.data && event.data.notify)) return;
  const state = { openChat, toast, goTo: router.push, notify };
  void notices().then(({ showNotice }) => showNotice(t, client, event, state), ignored);
}
