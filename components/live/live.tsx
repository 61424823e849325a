"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useParams, useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { leaveWithOwner } from "@/components/browser-storage/account-storage";
import { chatQuery, refreshChats } from "@/components/data/chats";
import { outbox } from "@/components/data/outbox";
import { acknowledge } from "@/components/data/thread";
import { useToast } from "@/components/ui/toast";
import { useWords } from "@/components/words/words";
import { useSessionEnded } from "@/components/workspace/use-session-ended";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/contract";
import { apply, catchUp, keepUp } from "./apply";
import { connect } from "./connection";

const notices = () => import("./notices");
/** Without a connection they cannot be loaded: the message itself is in its chat. */
const ignored = () => {};

/** Nothing waits for what a page is kept with. In ms. */
const KEEP_AFTER = 3000;

type Live = {
  /** False while what others do may not be heard of. */
  isConnected: boolean;
  /** The server does not answer, or this page was opened without it. */
  isAway: boolean;
  /** Tells a chat that has just been opened what was heard of it while it was on its way. */
  catchUp: (chat: string) => void;
};

const Context = createContext<Live>({
  isConnected: false,
  isAway: false,
  catchUp: () => {},
});
export const useLive = (): Live => useContext(Context);

/** Keeps the workspace up to date with what others and assistants do, and says what one is not looking at. */
export function LiveProvider({
  whose,
  from,
  children,
}: {
  whose: string;
  /** The newest event when the page was rendered. */
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
  /** The server answered when it was last heard of, at first with this page. */
  const [answers, setAnswers] = useState(true);
  const hasSessionEnded = useSessionEnded();
  // A page that is rendered again goes on where it is.
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
        // Offline: the next change tries again.
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
      import("@/components/offline/keep-pages").then(
        (file) => file.keepPages(client, () => there.current),
        // The next time that the server is back.
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
    // A page that was opened without a connection is as old as its copy.
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
        // The end of a session ends its stream, which cannot say why.
        if (!now)
          return void call(chatsApi.listChats, { query: { page_size: 1 } }).then(
            () => setAnswers(true),
            ({ status }) => setIsAway(!isHere && status !== 401),
          );
        outbox.wake();
        // While the page itself has no connection, asking for a newer one than its copy would lead back to that.
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
          // Whoever read a visitor's conversation goes on with the others.
          to.push(gone?.is_visitor && gone.parent_chat_uuid ? `/chats/${gone.parent_chat_uuid}` : "/");
        }
        // What the page was rendered with is no news.
        if (id <= since || !("notify" in event.data && event.data.notify)) return;
        const page = { openChat: open, toast: say, goTo: to.push, notify: connection.notify };
        void notices().then(({ tell }) => tell(words, client, event, page), ignored);
      },
    });
    return connection.close;
  }, [client, whose, since]);

  const live = useMemo(
    () => ({ isConnected, isAway, catchUp: (chat: string) => catchUp(client, chat) }),
    [client, isConnected, isAway],
  );
  return <Context value={live}>{children}</Context>;
}
