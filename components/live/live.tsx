"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useParams, useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { chatQuery } from "@/components/data/chats";
import { outbox } from "@/components/data/outbox";
import { acknowledge } from "@/components/data/thread";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/contract";
import { apply, catchUp, keepUp } from "./apply";
import { connect } from "./connection";
import { noticeOf, notifiesBySystem, showBySystem } from "./notices";

type Live = {
  /** False while what others do may not be heard of. */
  isConnected: boolean;
  /** Tells a chat that has just been opened what was heard of it while it was on its way. */
  catchUp: (chat: string) => void;
};

const Context = createContext<Live>({
  isConnected: false,
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
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const { id: openChat } = useParams<{ id?: string }>();
  const [isConnected, setIsConnected] = useState(false);
  // A page that is rendered again goes on where it is.
  const [since] = useState(from);
  const current = useRef({ openChat, router, toast });
  current.current = { openChat, router, toast };

  useEffect(() => {
    void outbox.open(whose, (message, answer) => acknowledge(client, message.chat, answer));
  }, [client, whose]);

  useEffect(() => keepUp(client), [client]);

  useEffect(() => {
    const connection = connect(whose, since, {
      connected: (now) => {
        setIsConnected(now);
        if (now) outbox.wake();
        // The end of a session ends its stream, which cannot say why.
        else void call(chatsApi.listChats, { query: { page_size: 1 } }).catch(() => {});
      },
      notice: (notice) => showBySystem(notice, () => current.current.router.push(notice.path)),
      event: (event, id) => {
        apply(client, event);
        const { openChat: open, router: to, toast: say } = current.current;
        if (event.event === "chat.removed" && event.data.chat_uuid === open) {
          say("This chat is no longer there for you.");
          const gone = client.getQueryData(chatQuery(open).queryKey);
          // Whoever read a visitor's conversation goes on with the others.
          to.push(gone?.is_visitor && gone.parent_chat_uuid ? `/chats/${gone.parent_chat_uuid}` : "/");
        }
        // What the page was rendered with is no news.
        const notice = id > since ? noticeOf(client, event) : undefined;
        if (!notice) return;
        const isHidden = document.visibilityState === "hidden";
        if (isHidden && notifiesBySystem()) connection.notify(notice);
        else if (!isHidden && notice.path !== `/chats/${open}`)
          say({
            text: `${notice.title}: ${notice.body}`,
            action: { label: "Open", run: () => to.push(notice.path) },
          });
      },
    });
    return connection.close;
  }, [client, whose, since]);

  const live = useMemo(
    () => ({ isConnected, catchUp: (chat: string) => catchUp(client, chat) }),
    [client, isConnected],
  );
  return <Context value={live}>{children}</Context>;
}
