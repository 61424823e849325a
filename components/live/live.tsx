"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useParams, useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { leaveWithOwner } from "@/components/browser/account-storage";
import { chatQuery, refreshChats } from "@/components/data/chats";
import { outbox } from "@/components/data/outbox";
import { acknowledge } from "@/components/data/thread";
import { useSessionEnded } from "@/components/data/use-session-ended";
import { useWords } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/contract";
import { apply, applyRecentEvents, keepUp } from "./apply";
import { connect } from "./connection";

const notices = () => import("./notices");
// Offline the notices can't be loaded; the message is still in its chat.
const ignored = () => {};

// Delay in milliseconds; caching the page is not urgent.
const KEEP_AFTER = 3000;

type Live = {
  /** False while events of others may be missed. */
  isConnected: boolean;
  /** The server doesn't answer, or the page was opened offline. */
  isAway: boolean;
  /** Applies recent events to a chat that was loading when they arrived. */
  catchUp: (chat: string) => void;
};

const Context = createContext<Live>({
  isConnected: false,
  isAway: false,
  catchUp: () => {},
});
export const useLive = (): Live => useContext(Context);

/** Keeps the workspace in sync with live events and shows notices of what isn't visible. */
export function LiveProvider({
  whose,
  from,
  children,
}: {
  whose: string;
  from: number;
  children: ReactNode;
}) {
  const t = useWords("live");
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const { id: openChat } = useParams<{ id?: string }>();
  const [isConnected, setIsConnected] = useState(false);
  const [isAway, setIsAway] = useState(false);
  /** The server answered the last request; initially true, since it rendered the page. */
  const [answers, setAnswers] = useState(true);
  const hasSessionEnded = useSessionEnded();
  // Fixed at mount, so that a rerender of the page doesn't restart the stream.
  const [since] = useState(from);
  const current = useRef({ openChat, router, toast, t });
  current.current = { openChat, router, toast, t };

  useEffect(() => {
    void outbox.open((message, answer) => acknowledge(client, message.chat, answer));
    return outbox.onBegun(() => void refreshChats(client));
  }, [client]);
  useEffect(() => leaveWithOwner(whose), [whose]);

  useEffect(() => keepUp(client), [client]);
  useEffect(() => {
    let end: (() => void) | undefined;
    const stop = outbox.subscribe(() => {
      if (end || outbox.queued().length === 0) return;
      end = stop;
      import("@/components/data/queue").then(
        (queue) => {
          end = queue.sendQueued(client);
        },
        // Offline; retried with the next change.
        () => {
          end = undefined;
        },
      );
    });
    return () => {
      stop();
      end?.();
    };
  }, [client]);

  const isThere = answers || hasSessionEnded;
  const there = useRef(isThere);
  there.current = isThere;
  const isKeeping = useRef(false);
  useEffect(() => {
    if (!isThere || isKeeping.current) return;
    const begin = () => {
      isKeeping.current = true;
      import("@/components/data/keep-pages").then(
        (file) => file.keepPages(client, () => there.current),
        // Retried when the server is back.
        () => {
          isKeeping.current = false;
        },
      );
    };
    const timer = setTimeout(begin, KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [client, isThere]);

  useEffect(() => {
    let isHere = false;
    // A page opened offline is as old as its cached copy.
    const { dataset } = document.documentElement;
    setIsAway(Boolean(dataset.kept));
    setAnswers(!dataset.kept);
    const goOn = () => {
      setIsAway(false);
      if (!dataset.kept) return;
      delete dataset.kept;
      current.current.router.refresh();
      void client.invalidateQueries();
    };
    const connection = connect(whose, since, {
      connected: (now) => {
        isHere = now;
        setIsConnected(now);
        setAnswers(now);
        // The end of a session also ends its stream, which can't report the reason.
        if (!now)
          return void call(chatsApi.listChats, { query: { page_size: 1 } }).then(
            () => setAnswers(true),
            ({ status }) => setIsAway(!isHere && status !== 401),
          );
        outbox.wake();
        // While offline, a refresh would only return the cached copy again.
        if (navigator.onLine || !dataset.kept) goOn();
        else window.addEventListener("online", goOn, { once: true });
      },
      notice: (notice) => {
        const open = () => current.current.router.push(notice.path);
        void notices().then(({ showBySystem }) => showBySystem(notice, open), ignored);
      },
      event: (event, id) => {
        apply(client, event);
        const { openChat: open, router: to, toast: say, t: words } = current.current;
        if (event.event === "chat.removed" && event.data.chat_uuid === open) {
          say(words("chatGone"));
          const gone = client.getQueryData(chatQuery(open).queryKey);
          // After a deleted visitor's conversation, the reader continues with the others.
          to.push(gone?.is_visitor && gone.parent_chat_uuid ? `/chats/${gone.parent_chat_uuid}` : "/");
        }
        // Events that the page was rendered with are not new.
        if (id <= since || !("notify" in event.data && event.data.notify)) return;
        const page = { openChat: open, toast: say, goTo: to.push, notify: connection.notify };
        void notices().then(({ tell }) => tell(words, client, event, page), ignored);
      },
    });
    return connection.close;
  }, [client, whose, since]);

  const live = useMemo(
    () => ({ isConnected, isAway, catchUp: (chat: string) => applyRecentEvents(client, chat) }),
    [client, isConnected, isAway],
  );
  return <Context value={live}>{children}</Context>;
}
