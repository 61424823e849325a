"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from "react";
import { reloadOnOwnerChange } from "@/components/browser/account-storage";
import { refreshChats } from "@/components/data/chats";
import { outbox } from "@/components/data/outbox";
import { acknowledge } from "@/components/data/thread";
import { useSessionEnded } from "@/components/data/use-session-ended";
import { applyRecentEvents, reapplyEventsAfterReads } from "./apply";
import { useLiveEvents } from "./use-connection";

// Delays caching the page, which is not urgent.
const CACHE_DELAY_MS = 3000;

type Live = {
  /** False while events may be missed. */
  isConnected: boolean;
  /** True when the server doesn't answer, or the page was opened offline. */
  isAway: boolean;
  catchUp: (chat: string) => void;
};

const Context = createContext<Live>({
  isConnected: false,
  isAway: false,
  catchUp: () => {},
});
export const useLive = (): Live => useContext(Context);

type LiveProviderProps = { whose: string; from: number; children: ReactNode };

export function LiveProvider({ whose, from, children }: LiveProviderProps) {
  const client = useQueryClient();
  const hasSessionEnded = useSessionEnded();
  useEffect(() => {
    void outbox.open((message, answer) => acknowledge(client, message.chat, answer));
    return outbox.onBegun(() => void refreshChats(client));
  }, [client]);
  useEffect(() => reloadOnOwnerChange(whose), [whose]);
  useEffect(() => reapplyEventsAfterReads(client), [client]);
  useQueue(client);
  const { isConnected, isAway, answers } = useLiveEvents(whose, from);
  useOfflinePages(client, answers || hasSessionEnded);
  const live = useMemo(
    () => ({ isConnected, isAway, catchUp: (chat: string) => applyRecentEvents(client, chat) }),
    [client, isConnected, isAway],
  );
  return <Context value={live}>{children}</Context>;
}

// Sends messages that wait for the end of a reply. The code is loaded with the first such message.
function useQueue(client: QueryClient): void {
  useEffect(() => {
    let end: (() => void) | undefined;
    const stop = outbox.subscribe(() => {
      if (end || outbox.queued().length === 0) return;
      end = stop;
      import("@/components/data/queue").then(
        (queue) => {
          end = queue.sendQueued(client);
        },
        // The code couldn't be loaded offline; the next change of the outbox retries.
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
}

// Stores pages for offline use while the server is reachable.
function useOfflinePages(client: QueryClient, isThere: boolean): void {
  const there = useRef(isThere);
  there.current = isThere;
  const isKeeping = useRef(false);
  useEffect(() => {
    if (!isThere || isKeeping.current) return;
    const begin = () => {
      isKeeping.current = true;
      import("@/components/data/cache-pages").then(
        (file) => file.cachePages(client, () => there.current),
        // Retried when the server is back.
        () => {
          isKeeping.current = false;
        },
      );
    };
    const timer = setTimeout(begin, CACHE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [client, isThere]);
}
